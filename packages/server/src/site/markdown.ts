import { Marked, type Tokens } from 'marked';
import { escapeHtml } from './layout.ts';

export interface MarkdownOptions {
  /** Before the ids of headings. */
  readonly prefix?: string;
  /** What is added to the level of headings. */
  readonly deeper?: number;
  /** Where a link leads; undefined for nowhere: its words are shown. */
  readonly linkTo: (href: string) => string | undefined;
}

/** Markdown of our own as HTML, with ids for headings as GitHub gives them. */
export function markdownHtml(text: string, { prefix = '', deeper = 0, linkTo }: MarkdownOptions): string {
  const used = new Map<string, number>();
  const idOf = (heading: string): string => {
    const slug = slugOf(heading);
    const times = used.get(slug) ?? 0;
    used.set(slug, times + 1);
    return `${prefix}${slug}${times === 0 ? '' : `-${times}`}`;
  };
  const marked = new Marked({ gfm: true });
  marked.use({
    renderer: {
      heading({ tokens, depth, text: words }: Tokens.Heading): string {
        const level = Math.min(6, depth + deeper);
        return `<h${level} id="${idOf(words)}">${this.parser.parseInline(tokens)}</h${level}>\n`;
      },
      link({ href, tokens }: Tokens.Link): string {
        const words = this.parser.parseInline(tokens);
        const target = linkTo(href);
        return target === undefined ? words : `<a href="${escapeHtml(target)}">${words}</a>`;
      },
      image({ href, text: words }: Tokens.Image): string {
        const source = linkTo(href);
        return source === undefined
          ? escapeHtml(words)
          : `<img src="${escapeHtml(source)}" alt="${escapeHtml(words)}" loading="lazy">`;
      },
    },
  });
  return marked.parse(text, { async: false });
}

/** As GitHub makes the fragment of a heading. */
function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
}
