import { ApiError } from '../errors.ts';

/** Limits of a JSON body, whatever its bytes. */
export const JSON_LIMITS = {
  /** Nested arrays and objects. */
  depth: 64,
  /** Members of all objects together. */
  members: 100_000,
  /** Separators of array elements and members together. */
  values: 1_000_000,
} as const;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a JSON text (RFC 8259) from untrusted bytes: UTF-8 only, one byte order mark accepted, no duplicate or
 * prototype-changing members, no numbers beyond a double, no lone surrogates.
 * @throws ApiError `invalid_request`; its detail never contains anything of the text.
 */
export function parseJson(bytes: Uint8Array): unknown {
  const members = measure(bytes);
  const value = parse(decode(bytes));
  // A parser keeps the last of two members with one name, another may keep the first: what one of them checked
  // is then not what the other uses.
  if (inspect(value) !== members) throw refused('An object has two members with the same name.');
  return value;
}

/**
 * Reads a JSON text that stands within a request, as strictly as a body.
 * @returns the value, or in words what is wrong
 */
export function readJsonText(text: string): { readonly value: unknown } | { readonly fault: string } {
  try {
    return { value: parseJson(Buffer.from(text)) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { fault: error.message.replace(/^The body /, 'It ') };
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/**
 * Counts before anything is built, so that a small text cannot become a huge value. Every byte that matters is
 * ASCII, and no byte of a longer UTF-8 sequence is. Gives the number of members if the text is valid JSON.
 */
function measure(bytes: Uint8Array): number {
  let depth = 0;
  let members = 0;
  let separators = 0;
  let inString = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (inString) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === COMMA) separators += 1;
    else if (byte === COLON) members += 1;
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      depth += 1;
      if (depth > JSON_LIMITS.depth) throw refused(`The JSON nests deeper than ${JSON_LIMITS.depth} levels.`);
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth -= 1;
  }
  if (members > JSON_LIMITS.members) throw refused(`The JSON has more than ${JSON_LIMITS.members} members.`);
  if (separators > JSON_LIMITS.values) throw refused(`The JSON has more than ${JSON_LIMITS.values} values.`);
  return members;
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw refused('The body is not valid UTF-8.');
  }
}

function parse(text: string): unknown {
  if (text.trim() === '') throw refused('The body is empty. Send a JSON object.');
  try {
    return JSON.parse(text);
  } catch (error) {
    // The engine's message quotes the text around the fault; only the place is ours to tell.
    const place = error instanceof Error ? /\(line (\d+) column (\d+)\)/.exec(error.message) : null;
    const where = place ? ` The fault is at line ${place[1]}, column ${place[2]}.` : '';
    throw refused(`The body is not valid JSON.${where}`);
  }
}

/** Walks the value without recursion and refuses what JSON.parse lets through. Gives the number of its members. */
function inspect(root: unknown): number {
  let members = 0;
  const open: unknown[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'string') refuseLoneSurrogates(value);
    else if (typeof value === 'number') {
      if (!Number.isFinite(value)) throw refused('A number is too large.');
    } else if (Array.isArray(value)) {
      for (const element of value) open.push(element);
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value)) {
        members += 1;
        refuseLoneSurrogates(name);
        refusePrototype(name, member);
        open.push(member);
      }
    }
  }
  return members;
}

function refuseLoneSurrogates(text: string): void {
  if (!text.isWellFormed()) throw refused('A text has half of a surrogate pair, which is no character.');
}

function refusePrototype(name: string, member: unknown): void {
  const reaches =
    name === '__proto__' ||
    (name === 'constructor' && typeof member === 'object' && member !== null && Object.hasOwn(member, 'prototype'));
  if (reaches) throw refused('The names "__proto__" and "constructor.prototype" are not allowed.');
}

function refused(detail: string): ApiError {
  return new ApiError('invalid_request', { detail, issues: [{ pointer: '', code: 'invalid_json', detail }] });
}
