import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { ApiError } from '../../errors.ts';
import { invalidField } from '../../http/valid.ts';

const OWN = 'gotenberg-';

/** The refusal of a header. @param name as Gotenberg writes it */
export const refusedHeader = (name: string, why: string): ApiError =>
  invalidField(`/${name}`, `Invalid '${name}' header: ${why}`);

/**
 * Refuses a header of Gotenberg's that was sent more than once: Node.js joins their values, Gotenberg takes the first, and
 * a result would be sent somewhere that nobody meant.
 * @throws ApiError `invalid_request`
 */
export function refuseRepeated({ headersDistinct }: IncomingMessage): void {
  for (const [name, values = []] of Object.entries(headersDistinct))
    if (name.startsWith(OWN) && values.length > 1)
      throw refusedHeader(
        name.slice(0, 100).replace(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase()),
        'send it once.',
      );
}

/**
 * The value of a header; undefined if it is empty. Clients write UTF-8 (a name, an address, JSON), which Node.js reads as Latin-1; Gotenberg takes the
 * bytes as they are.
 */
export function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name.toLowerCase()];
  if (typeof value !== 'string' || value === '') return undefined;
  const bytes = Buffer.from(value, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : value;
}

/** Headers of Gotenberg's that decide the answer: all but the one that names the request. */
export const ownHeaders = (headers: IncomingHttpHeaders): readonly (readonly [string, unknown])[] =>
  Object.entries(headers)
    .filter(([name]) => name.startsWith(OWN) && name !== 'gotenberg-trace')
    .sort(([a], [b]) => (a < b ? -1 : 1));
