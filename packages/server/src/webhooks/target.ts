import { areOnce, EgressRefusal, type GuardedSend, NOT_ONCE } from '@platen/engine';
import { z } from 'zod';
import { ApiError } from '../errors.ts';
import type { WebhookForm } from './forms.ts';

/** Where deliveries go, and how: of an endpoint, or of one request. */

const MOST_HEADERS = 20;

/** Headers that belong to the connection, to the body, or to what proves who sent it. */
const OWN_HEADER =
  /^(?:host|connection|content-.*|transfer-encoding|upgrade|te|trailer|keep-alive|expect|proxy-.*|accept-encoding|user-agent|webhook-.*|x-service-signature)$/i;

const headerName = z
  .string()
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, 'must be a header name (RFC 9110, section 5.1)')
  .refine((name) => !OWN_HEADER.test(name), { error: 'cannot be set: it belongs to the service' });
const headerValue = z
  .string()
  .max(2_000)
  .regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'must be visible Latin-1 characters without line breaks');

const url = z
  .string()
  .min(1)
  .max(2_000)
  .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), {
    error: 'must be an address that begins with https://',
    abort: true,
  })
  .refine((text) => {
    const { username, password } = new URL(text);
    return username === '' && password === '';
  }, 'must be without user and password: give them as "auth"')
  .describe(
    'Where deliveries are sent: https, at a public address. An address that the operator allows (`PLATEN_EGRESS_ALLOW`) may be http or private.',
  );

/** The parts of a target, none of which has a default. */
export const targetParts = {
  url,
  method: z.enum(['POST', 'PUT', 'PATCH']).describe('Default: POST.'),
  headers: z
    .record(headerName, headerValue)
    .refine(areOnce, NOT_ONCE)
    .refine((headers) => Object.keys(headers).length <= MOST_HEADERS, `must be ${MOST_HEADERS} headers at most`)
    .describe('Headers beside those of the service, 20 at most. Their values are not shown again.'),
  auth: z
    .strictObject({
      username: z
        .string()
        .max(200)
        .regex(/^[^:\p{Cc}]*$/u, 'must be without colons and control characters'),
      password: z
        .string()
        .max(1_000)
        .regex(/^\P{Cc}*$/u, 'must be without control characters'),
    })
    .nullable()
    .describe('Sent as Basic authentication (RFC 7617). The password is not shown again.'),
};

export const targetFields = {
  url,
  method: targetParts.method.default('POST'),
  headers: targetParts.headers.default({}),
  auth: targetParts.auth.default(null),
};

const target = z.strictObject(targetFields);
export type WebhookTarget = z.output<typeof target> & { readonly form?: WebhookForm };

/** @throws ApiError `url_not_allowed` for an address that deliveries cannot be sent to */
export async function refuseAddress(
  guard: GuardedSend,
  address: string,
  { pointer, resolve }: { readonly pointer: string; readonly resolve: boolean },
): Promise<void> {
  try {
    await guard.check(address, { resolve });
  } catch (error) {
    if (!(error instanceof EgressRefusal)) throw error;
    const detail = `"${pointer.slice(1).replaceAll('/', '.')}" must be an https address that is reachable from the public internet, or one that the operator allows.`;
    throw new ApiError('url_not_allowed', { detail, issues: [{ pointer, code: 'url_not_allowed', detail }] });
  }
}

/** The headers of a delivery, except for those that sign it. */
export function targetHeaders({ headers, auth }: WebhookTarget): Record<string, string> {
  const own = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return {
    ...own,
    ...(auth ? { authorization: `Basic ${Buffer.from(`${auth.username}:${auth.password}`).toString('base64')}` } : {}),
    'content-type': 'application/json',
    'user-agent': 'Platen-Webhooks',
  };
}

const HIDDEN = '(hidden)';

/** Headers as they are shown: without what the target keeps secret. */
export function shownHeaders(sent: Readonly<Record<string, string>>, { headers, auth }: WebhookTarget) {
  const secret = new Set([
    ...Object.keys(headers).map((name) => name.toLowerCase()),
    ...(auth ? ['authorization'] : []),
  ]);
  return Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, secret.has(name) ? HIDDEN : value]));
}
