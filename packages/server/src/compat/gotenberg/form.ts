import { isFileName, type SourceFile } from '@platen/engine';
import { ApiError } from '../../errors.ts';
import type { Part } from '../../http/multipart.ts';
import { readJsonText } from '../../http/parse-json.ts';
import type { RequestBody } from '../../http/request-body.ts';
import { invalidField } from '../../http/valid.ts';

/** A form as Gotenberg's clients send it: texts by name, and files by the names that the document knows. */
export interface Form {
  readonly texts: ReadonlyMap<string, string>;
  readonly files: readonly SourceFile[];
  /** Names of the fields that had files. */
  readonly fileFields?: ReadonlySet<string>;
}

/**
 * The body of a request of one of Gotenberg's routes. A part with a file name is a file, whatever its field is called.
 * @throws ApiError `invalid_request`
 */
export function readForm(parts: readonly Part[]): RequestBody {
  const texts = new Map<string, string>();
  const files: SourceFile[] = [];
  const fileFields = new Set<string>();
  for (const { field, fileName, bytes } of parts) {
    if (fileName === undefined) {
      const text = bytes.toString('utf8');
      // There the first counts, in other programs the last.
      if ((texts.get(field) ?? text) !== text) throw refused(field.slice(0, 64), 'it was sent twice, with two values.');
      texts.set(field, text);
    } else if (!isFileName(fileName)) throw refused('files', 'A file has a name that is no name such as "logo.png".');
    else if (files.some(({ name }) => name === fileName)) throw refused('files', 'Two files have the same name.');
    else {
      files.push({ name: fileName, bytes });
      fileFields.add(field);
    }
  }
  // What two requests are compared by: files count by their names and bytes.
  const toJSON = () => [[...texts], [...fileFields]];
  return { json: { texts, files, fileFields, toJSON } satisfies Form & { readonly toJSON: unknown }, files };
}

/** The form of a request whose body `readForm` read. */
export const formOf = (json: unknown): Form => json as Form;

/** The refusal of a field, in the words that Gotenberg has for it. */
export const refused = (name: string, why: string): ApiError =>
  invalidField(`/${name}`, `Invalid form data: form field '${name}' is invalid: ${why}`);

/** The refusal of what is missing. */
export const missing = (kind: 'field' | 'file', name: string): ApiError =>
  invalidField(`/${name}`, `Invalid form data: form ${kind} '${name}' is required`);

/** The refusal of what Gotenberg does and Platen does not. */
export function unsupported(name: string, why: string): ApiError {
  const detail = `The form field '${name}' is not supported: ${why}`;
  return new ApiError('not_supported', { detail, issues: [{ pointer: `/${name}`, code: 'not_supported', detail }] });
}

/** `true` and `false` as Gotenberg's language reads them. */
const TRUE = new Set(['1', 't', 'T', 'true', 'TRUE', 'True']);
const FALSE = new Set(['0', 'f', 'F', 'false', 'FALSE', 'False']);

/** Reads a switch. */
export function flag(name: string, text: string): boolean {
  if (TRUE.has(text)) return true;
  if (FALSE.has(text)) return false;
  throw refused(name, 'it has to be true or false.');
}

/** Reads a number between two others. */
export function number(name: string, text: string, least: number, most: number): number {
  const value = /^-?\d{1,9}(?:\.\d{1,9})?$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw refused(name, `it has to be a number from ${least} to ${most}.`);
}

/** Reads a length: inches, unless it has a unit. */
export function lengthOf(name: string, text: string): string {
  if (/^\d{1,9}(?:\.\d{1,9})?$/.test(text)) return `${text}in`;
  if (/^\d{1,9}(?:\.\d{1,9})?(?:pt|px|in|mm|cm|pc)$/.test(text)) return text;
  throw refused(name, "it has to be a length, such as '8.5', '210mm' or '2cm'; a number is inches.");
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** Reads a duration such as `2s`, `500ms` or `1m30s`, as milliseconds. */
export function duration(name: string, text: string): number {
  const parts = [...text.matchAll(/(\d{1,9}(?:\.\d{1,9})?)(ms|s|m|h)/g)];
  if (parts.length === 0 || parts.map(([whole]) => whole).join('') !== text)
    throw refused(name, "it has to be a duration such as '500ms', '2s' or '1m30s'.");
  return parts.reduce((sum, [, amount, unit = '']) => sum + Number(amount) * (UNITS[unit] ?? 0), 0);
}

/** Reads JSON. */
function json(name: string, text: string): unknown {
  const read = readJsonText(text);
  if ('fault' in read) throw refused(name, `it has to be JSON. ${read.fault}`);
  return read.value;
}

/** Reads a JSON object. */
export function jsonObject(name: string, text: string): Readonly<Record<string, unknown>> {
  const value = json(name, text);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw refused(name, 'it has to be a JSON object.');
}

/** Reads a JSON list. */
export function jsonList(name: string, text: string): readonly unknown[] {
  const value = json(name, text);
  if (Array.isArray(value)) return value;
  throw refused(name, 'it has to be a JSON list.');
}
