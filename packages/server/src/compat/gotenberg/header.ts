import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';

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
