import { Drop, toValue } from 'liquidjs';

/**
 * Text that is printed as it is, because it has been escaped already or is meant to be markup.
 *
 * Printing escapes every value except these. So a value is escaped exactly once, wherever that happens: a template
 * that says `| escape` prints what it prints in standard Liquid, also when the text then goes through other filters,
 * through `assign` or through `capture`, because filters hand the mark on (see `liquid-filters.ts`). Text that comes
 * from the data has no mark, and no filter but `raw` gives one without escaping.
 *
 * It is a `Drop`, which liquidjs unwraps wherever it needs the text: in comparisons, conditions and its own filters.
 */
export class Markup extends Drop {
  readonly #text: string;
  /**
   * `html` may stand in an element and in a quoted attribute. `json` may stand in a script or an element, but still
   * has to be escaped for an attribute (`{{ value | json | escape }}`), so filters take it for ordinary text.
   */
  readonly kind: 'html' | 'json';

  constructor(text: string, kind: 'html' | 'json' = 'html') {
    super();
    this.#text = text;
    this.kind = kind;
  }

  get length(): number {
    return this.#text.length;
  }

  override valueOf(): string {
    return this.#text;
  }

  override toString(): string {
    return this.#text;
  }

  toJSON(): string {
    return this.#text;
  }
}

export function isHtml(value: unknown): value is Markup {
  return value instanceof Markup && value.kind === 'html';
}

/** A value as Liquid prints it: nothing for nil, the joined elements of an array. */
export function toText(value: unknown): string {
  const content: unknown = toValue(value);
  if (typeof content === 'string') return content;
  if (content === undefined || content === null) return '';
  if (Array.isArray(content)) return content.map(toText).join('');
  return String(content);
}

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#34;',
  "'": '&#39;',
};
const SPECIAL = /[&<>"']/g;
const SPECIAL_BUT_REFERENCES = /&(?!(?:[A-Za-z][A-Za-z0-9]{1,31}|#[0-9]{1,7}|#[Xx][0-9A-Fa-f]{1,6});)|[<>"']/g;

const toReference = (character: string): string => REFERENCES[character] ?? character;

/** Escapes text for an element or a quoted attribute. */
export function escapeText(text: string): string {
  return text.replace(SPECIAL, toReference);
}

/** Escapes what is not escaped yet: character references stay. Doing it twice changes nothing. */
export function escapeRest(text: string): string {
  return text.replace(SPECIAL_BUT_REFERENCES, toReference);
}

/** What the filter `escape` makes of a value. */
export function escapeValue(value: unknown): string {
  if (isHtml(value)) return escapeRest(value.toString());
  if (Array.isArray(value)) return value.map(escapeValue).join('');
  return escapeText(toText(value));
}

/** What printing makes of a value: marked text as it is, everything else escaped. */
export function printValue(value: unknown): string {
  if (value instanceof Markup) return value.toString();
  if (Array.isArray(value)) return value.map(printValue).join('');
  return escapeText(toText(value));
}

const IN_SCRIPT = /[<>&\u2028\u2029]/g;

/** Makes JSON safe inside a script element: no character of it can end the element or a line of the script. */
export function escapeJson(json: string): string {
  return json.replace(IN_SCRIPT, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
