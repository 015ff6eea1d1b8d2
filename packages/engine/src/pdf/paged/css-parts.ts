/** A declaration as it stands in the text of a style sheet. */
export interface Declaration {
  /** In lower case. */
  readonly property: string;
  /** Without comments, and without `!important`. */
  readonly value: string;
  readonly important: boolean;
  /** Where it begins and ends in the text; the semicolon is not a part of it. */
  readonly start: number;
  readonly end: number;
  /** The block that it stands in, the outermost first. */
  readonly blocks: readonly Block[];
}

/** What stands before a `{`: the selector of a rule, or an at-rule. */
export interface Block {
  readonly prelude: string;
  readonly start: number;
  readonly end: number;
  /** Behind its `}`. */
  close: number;
}

export interface SheetParts {
  readonly declarations: readonly Declaration[];
  readonly blocks: readonly Block[];
  /** Where the first declaration is that stands too deep in other blocks to be one of these; absent when none does. */
  readonly tooDeep?: number;
}

/** Blocks in each other whose declarations are read. Each declaration has a list of its own. */
export const DEEPEST_BLOCK = 20;

/**
 * Takes the text of a style sheet apart (CSS Syntax 3) as far as rewriting it needs: CSSOM has dropped what Chromium
 * does not know. Text that is no CSS gives parts that mean nothing, and no error.
 */
export function partsOfSheet(text: string): SheetParts {
  const declarations: Declaration[] = [];
  const blocks: Block[] = [];
  const open: Block[] = [];
  let start = 0;
  let tooDeep: number | undefined;
  const declare = (end: number): void => {
    if (open.length > DEEPEST_BLOCK) tooDeep ??= start;
    else if (open.length > 0) {
      const declaration = readDeclaration(text, start, end);
      if (declaration) declarations.push({ ...declaration, blocks: [...open] });
    }
  };
  for (let at = 0; at < text.length; at += 1) {
    switch (text[at]) {
      case '/':
        if (text[at + 1] === '*') at = endOfComment(text, at);
        break;
      case '"':
      case "'":
        at = endOfString(text, at);
        break;
      case '\\':
        at += 1;
        break;
      case '(':
        at = endOfParentheses(text, at);
        break;
      case '{': {
        const block = { prelude: withoutComments(text.slice(start, at)).trim(), start, end: at, close: text.length };
        blocks.push(block);
        open.push(block);
        start = at + 1;
        break;
      }
      case '}':
        declare(at);
        closeBlock(open.pop(), at + 1);
        start = at + 1;
        break;
      case ';':
        declare(at);
        start = at + 1;
        break;
    }
  }
  // The end of a sheet closes what is open.
  declare(text.length);
  return { declarations, blocks, ...(tooDeep === undefined ? {} : { tooDeep }) };
}

function closeBlock(block: Block | undefined, close: number): void {
  if (block) block.close = close;
}

/** Tells the number of the line that a place is in, from 1. The text is read once, when it is first asked for. */
export function linesOf(text: string): (place: number) => number {
  let ends: number[] | undefined;
  return (place) => {
    if (!ends) {
      ends = [];
      for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) ends.push(at);
    }
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] as number) < place) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}

const withoutComments = (text: string): string => text.replace(/\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g, ' ');

function readDeclaration(text: string, from: number, end: number): Omit<Declaration, 'blocks'> | undefined {
  const start = skipBlank(text, from, end);
  const plain = withoutComments(text.slice(start, end));
  const colon = plain.indexOf(':');
  const property = plain.slice(0, colon).trim().toLowerCase();
  if (colon < 0 || !/^-{0,2}[a-z][\w-]*$/.test(property)) return undefined;
  const whole = plain.slice(colon + 1).trim();
  const value = whole.replace(/!\s*important$/i, '').trimEnd();
  return { property, value, important: value !== whole, start, end };
}

/** Passes over white space and comments. */
function skipBlank(text: string, from: number, end: number): number {
  let at = from;
  while (at < end) {
    if (/\s/.test(text[at] as string)) at += 1;
    else if (text.startsWith('/*', at)) at = endOfComment(text, at) + 1;
    else break;
  }
  return Math.min(at, end);
}

function endOfComment(text: string, start: number): number {
  const end = text.indexOf('*/', start + 2);
  return end < 0 ? text.length : end + 1;
}

/** A string ends with its line, if not before. */
function endOfString(text: string, start: number): number {
  const quote = text[start];
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === quote || text[at] === '\n') return at;
  }
  return text.length;
}

function endOfParentheses(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"' || character === "'") at = endOfString(text, at);
    else if (character === '\\') at += 1;
    else if (character === '(') depth += 1;
    else if (character === ')') {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return text.length;
}
