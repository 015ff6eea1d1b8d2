import { EngineError, type EngineIssue } from '@platen/engine';
import { ApiError, toApiError } from '../errors.ts';
import { isFields, type Table } from './values.ts';

/** What fields of a request of ours are called in the API of another service, so that refusals name what its caller sent. */
export interface Words {
  /** A path of ours, such as `margin.top`, and the fields of theirs that it is made of; the first one is told if none was sent. */
  readonly names: ReadonlyMap<string, readonly string[]>;
  /** What is told of a path that none of their fields makes. Default: the path itself, where ours are taken too. */
  readonly mandatory?: string;
  /** Whether names of theirs have no parts: a dot in one is of the name. Default false. */
  readonly flat?: boolean;
  /** Whether their answers have a sentence and no pointer, so that it has to name the field. Default false. */
  readonly sentences?: boolean;
}

/** What a caller sent: whether it has a field of this name. */
export type Sent = (name: string) => boolean;

/** Options of one of several results have their names also where there is one. */
const OF_RESULT = /^outputs\.\d+\.(?:options\.)?/;

/** Names of the members of a table. @param parent the object of theirs that they stand in */
export function namesOf(table: Table, parent = '', under = ''): readonly (readonly [ours: string, theirs: string])[] {
  const joined = (before: string, name: string) => (before === '' ? name : `${before}.${name}`);
  return Object.entries(table).flatMap(([name, { ours = [], members }]) => {
    const theirs = joined(parent, name);
    const own = (typeof ours === 'string' ? [ours] : ours).map((path) => joined(under, path));
    const within = members ? namesOf(members, theirs, own[0] ?? under) : [];
    return [...own.map((path) => [path, theirs] as const), ...within];
  });
}

/** Puts names together. Those that come first are told first. */
export function wordsOf(
  names: readonly (readonly [ours: string, theirs: string])[],
  options: Omit<Words, 'names'> = {},
): Words {
  const all = new Map<string, string[]>();
  for (const [ours, theirs] of names) all.set(ours, [...(all.get(ours) ?? []), theirs]);
  return { ...options, names: all };
}

/** Fields of a JSON request. */
export const sentIn =
  (json: unknown): Sent =>
  (name) =>
    name.split('.').reduce<unknown>(memberOf, json) !== undefined;

function memberOf(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value[Number(name)];
  return isFields(value) && Object.hasOwn(value, name) ? (value[name] ?? undefined) : undefined;
}

/** What the caller calls a path of ours: the nearest of its fields, and what stands below that; undefined if there is none. */
function theirsOf(path: string, { names }: Words, sent: Sent): string | undefined {
  const parts = path.replace(OF_RESULT, '').split('.');
  for (let length = parts.length; length > 0; length -= 1) {
    const candidates = names.get(parts.slice(0, length).join('.'));
    const found = candidates?.find(sent) ?? candidates?.[0];
    if (found !== undefined) return [found, ...parts.slice(length)].join('.');
  }
  return undefined;
}

/** Errors whose sentences quote the page or the template, in which any name may stand. */
const QUOTING: ReadonlySet<string> = new Set(['template_error', 'template_variable_missing', 'warning_refused']);
/** Errors of members of an object: their sentences name those beside it, and its place is in the pointer. */
const OF_MEMBERS = 'unknown_field';

/** What the last sentence of an error says of a field of ours: `…, or leave out "fail_on".` */
const REMEDY = /, or (?:leave out|let) "([a-z_]{1,64})"[^."]{0,60}(?=\.$)/;

/** A field of PDFShift's that says the opposite of ours. */
const OPPOSITE = 'raise_for_status';

/** A sentence of ours with the caller's names. @param code of the error that it tells */
export function reworded(sentence: string, code: string, words: Words, sent: Sent = () => false): string {
  if (code === OF_MEMBERS) return sentence;
  const text = sentence.replace(REMEDY, (whole, path: string) => {
    const theirs = theirsOf(path, words, sent);
    if (theirs === OPPOSITE) return `, or leave out "${theirs}"`;
    if (theirs !== undefined) return whole.replace(`"${path}"`, `"${theirs}"`);
    // Where none of our names is taken, a field that has none of theirs is no remedy.
    return words.mandatory === undefined ? whole : '';
  });
  if (QUOTING.has(code)) return text;
  const named = text.replace(/"([a-z_]{1,64}(?:\.[\w-]{1,64}){0,6})"/g, (whole, path: string) => {
    const theirs = theirsOf(path, words, sent);
    return theirs === undefined ? whole : `"${theirs}"`;
  });
  // Several of ours may be one of theirs.
  return named.replace(/("[^"]{1,400}")(?:(?:,| or|, or) \1)+/g, '$1');
}

function rewordedIssue(issue: EngineIssue, words: Words, sent: Sent): EngineIssue {
  const path = issue.pointer.slice(1).replaceAll('/', '.');
  const theirs = theirsOf(path, words, sent) ?? words.mandatory;
  if (theirs === undefined) return { ...issue, detail: reworded(issue.detail, issue.code, words, sent) };
  const pointer = `/${words.flat ? theirs : theirs.replaceAll('.', '/')}`;
  const detail = naming(theirs, reworded(issue.detail, issue.code, words, sent), issue.code, words);
  return { ...issue, pointer, detail };
}

/** Errors of the request itself. Others tell of the page, as "The source did not answer". */
const OF_REQUEST: ReadonlySet<string> = new Set(['invalid_request', 'exactly_one_input', 'unsupported_scheme']);

const naming = (name: string, detail: string, code: string, { sentences }: Words): string =>
  sentences && OF_REQUEST.has(code) && !detail.includes(`"${name}"`) ? `"${name}": ${detail}` : detail;

/**
 * Does what may refuse a request of ours; a refusal then names the fields that the caller has sent.
 * @throws what `act` throws
 */
export async function inWordsOf<Result>(words: Words, sent: Sent, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof EngineError)) throw error;
    const told = toApiError(error);
    const issues = told.issues.map((issue) => rewordedIssue(issue, words, sent));
    // The sentence of an error with issues is that of the first.
    const isFirst = told.issues[0]?.detail === told.message;
    throw new ApiError(told.code, {
      detail: (isFirst && issues[0]?.detail) || reworded(told.message, told.code, words, sent),
      issues,
      headers: told.headers,
      members: told.members,
      ...(told.retryAfter === undefined ? {} : { retryAfter: told.retryAfter }),
      ...(told.violatedPolicy === undefined ? {} : { violatedPolicy: told.violatedPolicy }),
      cause: told.cause,
    });
  }
}
