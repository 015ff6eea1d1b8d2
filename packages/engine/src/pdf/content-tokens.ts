const SPACE = 32;
const ZERO = 48;
const NINE = 57;

/** Ends a token that is not a string: white space and delimiters (ISO 32000-1, 7.2.2). */
const ENDS = new Uint8Array(256);
for (const character of '\0\t\n\f\r ()<>[]{}/%') ENDS[character.charCodeAt(0)] = 1;

/**
 * Tokens of a content stream (ISO 32000-1, 7.8.2): numbers as numbers; names, strings, brackets and operators as they
 * are written.
 */
export class ContentTokens {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** @returns `undefined` at the end */
  next(): number | string | undefined {
    const text = this.#text;
    while (this.#at < text.length && text.charCodeAt(this.#at) <= SPACE) this.#at += 1;
    if (this.#at >= text.length) return undefined;
    const start = this.#at;
    const first = text.charCodeAt(start);
    if (first <= NINE && (first >= ZERO || first === 0x2d || first === 0x2e || first === 0x2b)) return this.#number();
    switch (text[start]) {
      case '(':
        return this.#string();
      case '<':
        return text[start + 1] === '<' ? this.#take(2) : this.#take(text.indexOf('>', start) + 1 - start);
      case '>':
        return this.#take(text[start + 1] === '>' ? 2 : 1);
      case '%': {
        const end = text.indexOf('\n', start);
        this.#at = end < 0 ? text.length : end;
        return this.next();
      }
    }
    let end = start + 1;
    // A bracket or brace is a token of its own; a name begins with a delimiter and goes on.
    if (first === 0x2f || ENDS[first] !== 1)
      while (end < text.length && ENDS[text.charCodeAt(end) & 255] !== 1) end += 1;
    return this.#take(end - start);
  }

  #take(length: number): string {
    const start = this.#at;
    // What has no end goes to the end.
    this.#at = length > 0 ? start + length : this.#text.length;
    return this.#text.slice(start, this.#at);
  }

  #number(): number {
    const text = this.#text;
    const negative = text.charCodeAt(this.#at) === 0x2d;
    if (negative || text.charCodeAt(this.#at) === 0x2b) this.#at += 1;
    let value = 0;
    let unit = 0;
    for (; this.#at < text.length; this.#at += 1) {
      const code = text.charCodeAt(this.#at);
      if (code === 0x2e) unit = 1;
      else if (code < ZERO || code > NINE) break;
      else {
        value = value * 10 + code - ZERO;
        unit *= 10;
      }
    }
    if (unit > 1) value /= unit;
    return negative ? -value : value;
  }

  #string(): string {
    const text = this.#text;
    let depth = 0;
    let end = this.#at;
    for (; end < text.length; end += 1) {
      const character = text[end];
      if (character === '\\') end += 1;
      else if (character === '(') depth += 1;
      else if (character === ')') {
        depth -= 1;
        if (depth === 0) break;
      }
    }
    return this.#take(end + 1 - this.#at);
  }
}
