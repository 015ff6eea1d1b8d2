import { cleanModelText } from './clean.ts';

/**
 * A strict JSON reader for answers of models: bounded in size, depth and number of values; a repeated key is refused
 * instead of silently won by its last value; keys that reach prototypes are left out; objects have no prototype.
 */

export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

export type JsonReading =
  | { readonly ok: true; readonly value: JsonObject }
  | { readonly ok: false; readonly problem: string };

const MOST_CHARACTERS = 1_000_000;
const MOST_DEPTH = 12;
const MOST_VALUES = 100_000;
const DROPPED_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
const THOUGHTS = /^\s{0,100}<think>[\s\S]*?<\/think>/;
const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d{0,30})(?:\.\d{1,30})?(?:[eE][+-]?\d{1,3})?/y;
/** Around the object only a fence or a few words may stand: quotes and brackets would be parts of an answer. */
const PART_OF_AN_ANSWER = /["{}[\]]/;

class Unreadable extends Error {}

/** Reads the one JSON object in a model's text, which may stand in a code fence or after thoughts. */
export function readModelJson(raw: string): JsonReading {
  if (raw.length > MOST_CHARACTERS) return { ok: false, problem: 'the answer is too long' };
  const text = cleanModelText(raw).replace(THOUGHTS, '');
  const start = text.indexOf('{');
  if (start < 0) return { ok: false, problem: 'the answer holds no JSON object' };
  if (PART_OF_AN_ANSWER.test(text.slice(0, start))) return { ok: false, problem: 'the JSON does not begin with {' };
  try {
    const reader = new Reader(text, start);
    const value = reader.object(0);
    if (PART_OF_AN_ANSWER.test(text.slice(reader.at))) return { ok: false, problem: 'text follows the JSON object' };
    return { ok: true, value };
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, problem: error.message };
    throw error;
  }
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A list, or nothing when it is something else. */
export function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

class Reader {
  at: number;
  readonly #text: string;
  #values = 0;

  constructor(text: string, at: number) {
    this.#text = text;
    this.at = at;
  }

  object(depth: number): JsonObject {
    this.#enter(depth);
    const object: Record<string, JsonValue> = Object.create(null);
    const seen = new Set<string>();
    if (this.#next('}')) return object;
    do {
      this.#skip();
      const key = this.#string();
      if (seen.has(key)) throw new Unreadable('a key stands twice in one object');
      seen.add(key);
      if (!this.#next(':')) throw new Unreadable(`a colon is missing at character ${this.at}`);
      const value = this.#value(depth + 1);
      if (!DROPPED_KEYS.has(key)) object[key] = value;
    } while (this.#next(','));
    if (!this.#next('}')) throw new Unreadable(`an object does not end at character ${this.at}`);
    return object;
  }

  #value(depth: number): JsonValue {
    this.#values += 1;
    if (this.#values > MOST_VALUES) throw new Unreadable('the answer holds too many values');
    this.#skip();
    const character = this.#text.charAt(this.at);
    if (character === '{') return this.object(depth);
    if (character === '[') return this.#array(depth);
    if (character === '"') return this.#string();
    for (const [word, value] of [
      ['true', true],
      ['false', false],
      ['null', null],
    ] as const) {
      if (this.#text.startsWith(word, this.at)) {
        this.at += word.length;
        return value;
      }
    }
    const number = Number(this.#number());
    if (!Number.isFinite(number)) throw new Unreadable('a number is out of range');
    return number;
  }

  #array(depth: number): JsonValue[] {
    this.#enter(depth);
    const values: JsonValue[] = [];
    if (this.#next(']')) return values;
    do values.push(this.#value(depth + 1));
    while (this.#next(','));
    if (!this.#next(']')) throw new Unreadable(`a list does not end at character ${this.at}`);
    return values;
  }

  #string(): string {
    const start = this.at;
    if (this.#text.charAt(start) !== '"') throw new Unreadable(`a string is missing at character ${start}`);
    let end = start + 1;
    while (end < this.#text.length && this.#text.charAt(end) !== '"') end += this.#text.charAt(end) === '\\' ? 2 : 1;
    this.at = end + 1;
    try {
      // Models leave line breaks unescaped; everything else must be JSON.
      const literal = this.#text
        .slice(start, end + 1)
        .replaceAll('\n', '\\n')
        .replaceAll('\t', '\\t');
      return cleanModelText(JSON.parse(literal));
    } catch {
      throw new Unreadable(`a string is broken before character ${this.at}`);
    }
  }

  #enter(depth: number): void {
    if (depth > MOST_DEPTH) throw new Unreadable('the answer is nested too deeply');
    this.at += 1;
  }

  #skip(): void {
    SPACE.lastIndex = this.at;
    this.at += SPACE.exec(this.#text)?.[0].length ?? 0;
  }

  #next(character: string): boolean {
    this.#skip();
    if (this.#text.charAt(this.at) !== character) return false;
    this.at += 1;
    return true;
  }

  #number(): string {
    NUMBER.lastIndex = this.at;
    const match = NUMBER.exec(this.#text)?.[0];
    if (!match) throw new Unreadable(`a value is missing at character ${this.at}`);
    this.at += match.length;
    return match;
  }
}
