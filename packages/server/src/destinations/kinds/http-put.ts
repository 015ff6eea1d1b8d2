import { areOnce, NOT_ONCE } from '@platen/engine';
import { z } from 'zod';
import { defineKind } from '../kind.ts';
import { ask, bodyOf } from '../web.ts';

/** Headers that belong to the connection and to the length of the body. */
const OWN_HEADER =
  /^(?:host|connection|content-length|transfer-encoding|upgrade|te|trailer|keep-alive|expect|proxy-.*|accept-encoding)$/i;
const headerName = z
  .string()
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, 'must be a header name (RFC 9110, section 5.1)')
  .refine((name) => !OWN_HEADER.test(name), { error: 'cannot be set: it belongs to the service' });
const headerValue = z
  .string()
  .max(2_000)
  .regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'must be visible Latin-1 characters without line breaks');

export const addressField = z
  .url({ protocol: /^https?$/, error: 'must be an address that begins with https://' })
  .max(8_000)
  .refine((text) => !/^\w+:\/\/[^/?#]*@/.test(text), 'must be without user and password');
export const headersField = z
  .record(headerName, headerValue)
  .refine(areOnce, NOT_ONCE)
  .refine((headers) => Object.keys(headers).length <= 20, 'must be 20 headers at most');

/** An address that takes one file: a presigned URL of an object store, or a service of one's own. */
export const HTTP_PUT = defineKind({
  name: 'http_put',
  title: 'HTTP PUT',
  settings: z.strictObject({
    url: addressField.describe(
      'Address that takes the bytes, such as a presigned URL. It is kept sealed, and shown without its query.',
    ),
    headers: headersField
      .optional()
      .describe('Headers that go with it, `x-amz-acl` for example. Their values are not shown again.'),
    method: z.enum(['PUT', 'POST']).optional().describe('Default: PUT.'),
  }),
  secrets: ['url', 'headers'],
  single: true,
  addresses: ({ url }) => [url],
  open: async ({ url, headers = {}, method = 'PUT' }, way) => ({
    write: async (file) => {
      const own = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
      const answer = await ask(way, {
        method,
        url,
        headers: { 'content-type': file.contentType, 'user-agent': 'Platen', ...own },
        body: bodyOf(file),
      });
      const { origin, pathname } = new URL(url);
      return { location: origin + pathname, etag: answer.headers.etag };
    },
  }),
});
