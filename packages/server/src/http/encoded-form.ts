import { ApiError } from '../errors.ts';
import type { Part } from './multipart.ts';

/** `application/x-www-form-urlencoded`, whose names may say where in an object a value stands: `doc[options][media]=print`. */

interface Members {
  [name: string]: string | Members;
}

const NAME = /^([^[\]]{1,100})((?:\[[^[\]]{1,100}\]){0,10})$/;
const FORBIDDEN: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
const FIELDS = 1_000;

/**
 * Reads such a body (WHATWG URL, section 5.1) as an object whose values are texts.
 * @throws ApiError `invalid_request` for what is not UTF-8, a name that is none, and one that comes twice
 */
export function readEncodedForm(bytes: Uint8Array): Members {
  const pairs = decoded(() => utf8.decode(bytes))
    .split('&')
    .filter((pair) => pair !== '');
  if (pairs.length > FIELDS) throw refused(`The form has more than ${FIELDS} fields.`);
  const form: Members = {};
  for (const pair of pairs) {
    const end = pair.indexOf('=');
    put(form, plain(end === -1 ? pair : pair.slice(0, end)), end === -1 ? '' : plain(pair.slice(end + 1)));
  }
  return form;
}

/**
 * The same as the parts of `multipart/form-data`, as PHP sends an array.
 * @throws ApiError `invalid_request`, also for a file
 */
export function readFormTexts(parts: readonly Part[]): Members {
  if (parts.length > FIELDS) throw refused(`The form has more than ${FIELDS} fields.`);
  const form: Members = {};
  for (const { field, fileName, bytes } of parts) {
    if (fileName !== undefined) throw refused(`"${field.slice(0, 100)}" is a file. Send its text.`);
    put(
      form,
      field,
      decoded(() => utf8.decode(bytes)),
    );
  }
  return form;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** A percent sign that encodes nothing is one, as browsers read it: `width: 100%`. */
const plain = (text: string): string =>
  decoded(() => decodeURIComponent(text.replaceAll('+', ' ').replaceAll(/%(?![0-9a-f]{2})/gi, '%25')));

function decoded(read: () => string): string {
  try {
    return read();
  } catch {
    throw refused('The form is not UTF-8.');
  }
}

function put(form: Members, name: string, value: string): void {
  const [, first = '', rest = ''] = NAME.exec(name) ?? [];
  const path = [first, ...rest.slice(1, -1).split('][')].filter((part) => part !== '');
  const last = path.pop();
  if (last === undefined || [...path, last].some((part) => FORBIDDEN.has(part)))
    throw refused(`The form has a field "${name.slice(0, 100)}": names are as "type" and "doc[type]".`);
  let at = form;
  for (const part of path) {
    const within: string | Members = Object.hasOwn(at, part) ? (at[part] ?? '') : {};
    if (typeof within === 'string') throw twice(name);
    at[part] = within;
    at = within;
  }
  if (Object.hasOwn(at, last)) throw twice(name);
  at[last] = value;
}

const twice = (name: string): ApiError => refused(`The form has "${name.slice(0, 100)}" twice.`);
const refused = (detail: string): ApiError => new ApiError('invalid_request', { detail });
