import { create } from 'content-disposition';
import { z } from 'zod';
import { GOTENBERG_DELAYS } from '../../webhooks/forms.ts';
import { defineKind } from '../kind.ts';
import { ask, bodyOf } from '../web.ts';
import { addressField, headersField } from './http-put.ts';

/** Headers that say what the body is: they are those of the file. */
const OF_FILE: ReadonlySet<string> = new Set(['content-type', 'content-encoding', 'gotenberg-trace']);

/** `Gotenberg-Webhook-Url`: an address that takes the result as Gotenberg sends it. */
export const GOTENBERG_WEBHOOK = defineKind({
  name: 'gotenberg_webhook',
  title: 'Gotenberg webhook',
  settings: z.strictObject({
    url: addressField,
    method: z.enum(['POST', 'PUT', 'PATCH']),
    headers: headersField,
    trace: z.string(),
  }),
  secrets: ['url', 'headers'],
  single: true,
  delays: GOTENBERG_DELAYS,
  addresses: ({ url }) => [url],
  open: async ({ url, method, headers, trace }, way) => ({
    write: async (file) => {
      const own = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
      const answer = await ask(way, {
        method,
        url,
        headers: {
          'user-agent': 'Platen',
          'content-disposition': create(file.path, { type: 'attachment' }),
          ...Object.fromEntries(own.filter(([name]) => !OF_FILE.has(name))),
          'content-type': file.contentType,
          'gotenberg-trace': trace,
        },
        body: bodyOf(file),
      });
      const { origin, pathname } = new URL(url);
      return { location: origin + pathname, etag: answer.headers.etag };
    },
  }),
});
