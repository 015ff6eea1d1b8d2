import type { SafeConfig, State } from 'mdast-util-to-markdown';

/** Where a text is that stands in a line of its own right; what else there is has rules of its own. */
const IN_LINES: ReadonlySet<string> = new Set(['phrasing', 'label', 'emphasis', 'strong', 'strikethrough']);

/** Has a sign that may mean something anywhere in a line. */
const SIGN = /[&*<[\]\\_`~|\p{Cc}]/u;
/** Begins with what means something at the start of a line, or is lost there. */
const AT_START = /^(?:[#+\-=>:\s]|\d+(?:\)|\.(?:\s|$)))/;
const LINE_START = /[\r\n][\t ]*$/;
/** Signs of an address that mean nothing in the parentheses of a link. */
const ADDRESS = /^[\w\-.~:/?#@!$'*+,;=%]+$/;

/**
 * Whether a text is the same in Markdown, as far as can be told at a glance: none of the rules of CommonMark 0.31 and
 * GitHub Flavored Markdown is about its signs.
 * @param stack the constructs around it, the nearest last
 */
export function isSafe(
  value: string,
  stack: State['stack'],
  { before = '', after = '' }: Partial<SafeConfig>,
): boolean {
  const around = stack.at(-1) ?? '';
  const starts = LINE_START.test(before);
  if (around === 'destinationRaw') return !starts && ADDRESS.test(value);
  if (!IN_LINES.has(around) || SIGN.test(value)) return false;
  if (starts && AT_START.test(value)) return false;
  // `](` is the middle of a link, `![` the start of an image, and signs at the end of a heading close it.
  if (value.startsWith('(') && before.endsWith(']')) return false;
  switch (value.at(-1)) {
    case '!':
      return !after.startsWith('[');
    case '#':
      return !stack.includes('headingAtx');
    case ' ':
      return !/^[\r\n]/.test(after);
    default:
      return true;
  }
}
