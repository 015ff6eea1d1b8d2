/** A part of the value of `content` (CSS Generated Content 3) and of what is written like it. */
export type ContentPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'function'; readonly name: string; readonly args: readonly string[]; readonly source: string }
  /** What Chromium understands by itself, as it is written. */
  | { readonly kind: 'other'; readonly source: string };

/** Bytes of a value beyond which it is not read. */
const LONGEST = 10_000;

/** Reads a list of strings, functions and words. */
export function parseContent(value: string): ContentPart[] {
  const parts: ContentPart[] = [];
  if (value.length > LONGEST) return parts;
  for (const source of splitTop(value, ' ')) {
    const call = /^(-?[a-z][\w-]*)\(([\s\S]*)\)$/i.exec(source);
    if (/^["']/.test(source)) parts.push({ kind: 'text', text: unquote(source) });
    else if (call) {
      const [, name = '', inner = ''] = call;
      parts.push({ kind: 'function', name: name.toLowerCase(), args: splitTop(inner, ','), source });
    } else parts.push({ kind: 'other', source });
  }
  return parts;
}

/** Splits at a character that stands in no string and no parentheses; a space stands for any white space. */
export function splitTop(value: string, separator: ',' | ' '): string[] {
  const parts: string[] = [];
  let part = '';
  let depth = 0;
  let quote = '';
  for (let at = 0; at < value.length; at += 1) {
    const character = value[at] as string;
    if (quote !== '') {
      if (character === '\\') {
        part += character + (value[at + 1] ?? '');
        at += 1;
        continue;
      }
      if (character === quote) quote = '';
      part += character;
      // A string ends a part by itself: `"a""b"` are two.
      if (quote === '' && separator === ' ' && depth === 0) {
        parts.push(part);
        part = '';
      }
      continue;
    }
    if (character === '"' || character === "'") {
      if (separator === ' ' && depth === 0 && part !== '') {
        parts.push(part);
        part = '';
      }
      quote = character;
    }
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (depth === 0 && (separator === ' ' ? /\s/.test(character) : character === separator)) {
      parts.push(part);
      part = '';
    } else {
      part += character;
      if (separator === ' ' && depth === 0 && character === ')') {
        parts.push(part);
        part = '';
      }
    }
  }
  parts.push(part);
  return parts.map((text) => text.trim()).filter((text) => text !== '');
}

/** What a CSS string means (CSS Syntax 3, 4.3.5). */
export function unquote(source: string): string {
  const inner = /^["']/.test(source) ? source.slice(1, source.at(-1) === source[0] ? -1 : undefined) : source;
  return inner.replace(/\\(?:([0-9a-f]{1,6})\s?|\n|([\s\S]))/gi, (_, code?: string, other?: string) => {
    if (code === undefined) return other ?? '';
    const point = Number.parseInt(code, 16);
    return point > 0 && point <= 0x10_ffff && (point < 0xd800 || point > 0xdfff)
      ? String.fromCodePoint(point)
      : '\ufffd';
  });
}

/** A text as a CSS string. */
export const quote = (text: string): string =>
  `"${text.replace(/["\\\n\r\f\0]/g, (character) => `\\${character.charCodeAt(0).toString(16)} `)}"`;
