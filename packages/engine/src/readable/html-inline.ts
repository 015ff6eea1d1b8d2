import { MARK, type Run, type TextRun } from './blocks.ts';

/** How inline content is written that has no element of its own. */
export interface InlineHtmlOptions {
  /** Writes a formula. */
  math(tex: string, display: boolean): string;
  /** Writes a reference to the note of this name. */
  note(id: string): string;
  checkbox(checked: boolean): string;
  /** Writes a picture, or what stands in its place. */
  image(run: Extract<Run, { kind: 'image' }>): string;
}

const TAGS: readonly (readonly [number, string])[] = [
  [MARK.code, 'code'],
  [MARK.sup, 'sup'],
  [MARK.sub, 'sub'],
  [MARK.emphasis, 'em'],
  [MARK.strong, 'strong'],
  [MARK.strike, 'del'],
];

/** Inline content as HTML; what stands in one link is in one element. */
export function inlineHtml(runs: readonly Run[], options: InlineHtmlOptions): string {
  let html = '';
  let link: string | undefined;
  for (const run of runs) {
    const next = 'link' in run ? run.link : undefined;
    if (next !== link)
      html += `${link === undefined ? '' : '</a>'}${next === undefined ? '' : `<a href="${escapeHtml(next)}">`}`;
    link = next;
    html += runHtml(run, options);
  }
  return link === undefined ? html : `${html}</a>`;
}

function runHtml(run: Run, options: InlineHtmlOptions): string {
  switch (run.kind) {
    case 'text':
      return textHtml(run);
    case 'break':
      return '<br>';
    case 'math':
      return options.math(run.tex, run.display);
    case 'note':
      return options.note(run.id);
    case 'checkbox':
      return options.checkbox(run.checked);
    case 'image':
      return options.image(run);
  }
}

function textHtml({ text, marks }: TextRun): string {
  let html = escapeHtml(text);
  for (const [mark, tag] of TAGS) if ((marks & mark) !== 0) html = `<${tag}>${html}</${tag}>`;
  return html;
}

/** A picture by its address. */
export function imageHtml({ source, alt, title }: Extract<Run, { kind: 'image' }>): string {
  const name = title === undefined ? '' : ` title="${escapeHtml(title)}"`;
  return `<img src="${escapeHtml(source)}" alt="${escapeHtml(alt)}"${name}>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text that stands in HTML, also between double quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] as string);
}
