/** Name that no snippet of a customer can have. */
export const STYLE_SNIPPET = 'style.css';

const PLACES: readonly RegExp[] = [/<\/head\s*>/i, /<body[\s>]/i];
/** What stands before any element: a style there would make the browser forget the doctype. */
const PREAMBLE = /^(?:\s|<!doctype[^>]*>|<!--[\s\S]*?-->|\{%-?\s*(?:assign|comment)\b[\s\S]*?%\}|<html[^>]*>)*/i;

/** Where the style sheet was put in: what follows on that line stands further to the right. */
export interface Insertion {
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

export interface Styled {
  readonly html: string;
  readonly snippet?: string;
  readonly insertion?: Insertion;
}

/**
 * Puts a style sheet at the end of the head, by way of a snippet: so lines of the template stay what they are, and
 * nothing of the style sheet is read as Liquid.
 */
export function withStyle(content: string, css: string | null): Styled {
  if (css === null) return { html: content };
  const found = PLACES.map((place) => content.search(place)).find((at) => at >= 0);
  const at = endOfLineBefore(content, found ?? PREAMBLE.exec(content)?.[0].length ?? 0);
  const tag = `{% render '${STYLE_SNIPPET}' %}`;
  const before = content.slice(0, at).split('\n');
  return {
    html: content.slice(0, at) + tag + content.slice(at),
    snippet: `{% raw %}<style>${css}</style>{% endraw %}`,
    insertion: { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, length: tag.length },
  };
}

/** The end of the line before, if nothing but white space stands between: there it moves nothing. */
function endOfLineBefore(content: string, at: number): number {
  const space = /(?<![\t ])[\t ]*$/.exec(content.slice(Math.max(0, at - 200), at))?.[0].length ?? 0;
  return content[at - space - 1] === '\n' && at - space > 1 ? at - space - 1 : at;
}

/** The column in the template as it was written. */
export function columnWithout(insertion: Insertion | undefined, line: number, column: number): number {
  if (!insertion || line !== insertion.line || column < insertion.column) return column;
  return Math.max(insertion.column, column - insertion.length);
}

/** What would end the style sheet early, as the rest of a sentence. */
export function styleFault(css: string): string | undefined {
  if (/<\/style/i.test(css)) return 'must be without "</style"';
  return /\{%-?\s*endraw/.test(css) ? 'must be without the Liquid tag "endraw"' : undefined;
}
