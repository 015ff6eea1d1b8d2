import { createHmac, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { verifyWebhook, type WebhookFault, WebhookRefused } from './verify-webhook.ts';

const NOW = Date.UTC(2030, 0, 1) / 1_000;
const SECRET = `whsec_${randomBytes(32).toString('base64')}`;
const OTHER = `whsec_${randomBytes(32).toString('base64')}`;
const BODY = JSON.stringify({ type: 'webhook.test', timestamp: '2030-01-01T00:00:00Z', data: { word: 'é ☕' } });

function sign(body: string, { secret = SECRET, id = 'evt_1', at = NOW } = {}): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`;
}
const headers = (over: Record<string, string> = {}) => ({
  'Webhook-Id': 'evt_1',
  'webhook-timestamp': String(NOW),
  'webhook-signature': sign(BODY),
  ...over,
});
const options = { now: () => NOW * 1_000 };
const fault = async (work: Promise<unknown>): Promise<WebhookFault | 'trusted'> =>
  await work.then(
    () => 'trusted' as const,
    (error: unknown) => {
      if (error instanceof WebhookRefused) return error.fault;
      throw error;
    },
  );

it('gives the event with its id, from text or bytes, whatever has the headers', async () => {
  const event = await verifyWebhook(BODY, headers(), SECRET, options);
  expect(event).toMatchObject({ id: 'evt_1', type: 'webhook.test', data: { word: 'é ☕' } });
  expect(await verifyWebhook(Buffer.from(BODY), new Headers(headers()), SECRET, options)).toEqual(event);
});

it('knows both secrets while one replaces the other, on either side', async () => {
  const both = headers({ 'webhook-signature': `${sign(BODY, { secret: OTHER })} v1a,AAAA ${sign(BODY)}` });
  expect(await fault(verifyWebhook(BODY, both, SECRET, options))).toBe('trusted');
  expect(await fault(verifyWebhook(BODY, both, OTHER, options))).toBe('trusted');
  expect(await fault(verifyWebhook(BODY, headers(), [OTHER, SECRET], options))).toBe('trusted');
});

it.each<[string, WebhookFault, string, Record<string, string>, string]>([
  ['another secret', 'signature', BODY, {}, OTHER],
  ['a body that was changed', 'signature', `${BODY} `, {}, SECRET],
  ['an id that was changed', 'signature', BODY, { 'Webhook-Id': 'evt_2' }, SECRET],
  ['a time that was changed', 'signature', BODY, { 'webhook-timestamp': String(NOW + 1) }, SECRET],
  ['a cut signature', 'signature', BODY, { 'webhook-signature': sign(BODY).slice(0, 20) }, SECRET],
  ['no base64', 'signature', BODY, { 'webhook-signature': 'v1,%%%' }, SECRET],
  ['no time', 'timestamp', BODY, { 'webhook-timestamp': 'now' }, SECRET],
  ['an old delivery', 'timestamp', BODY, { 'webhook-timestamp': String(NOW - 301) }, SECRET],
  ['one from the future', 'timestamp', BODY, { 'webhook-timestamp': String(NOW + 301) }, SECRET],
  ['no signature', 'headers', BODY, { 'webhook-signature': '' }, SECRET],
  ['no event', 'body', '[]', { 'webhook-signature': sign('[]') }, SECRET],
])('refuses %s', async (_, expected, body, over, secret) => {
  expect(await fault(verifyWebhook(body, headers(over), secret, options))).toBe(expected);
});

it('takes the tolerance that it is given, and no secret that is none', async () => {
  const old = headers({ 'webhook-timestamp': String(NOW - 500), 'webhook-signature': sign(BODY, { at: NOW - 500 }) });
  expect(await fault(verifyWebhook(BODY, old, SECRET, { ...options, tolerance: 600 }))).toBe('trusted');
  await expect(verifyWebhook(BODY, headers(), 'whsec_%', options)).rejects.toThrow(TypeError);
  await expect(verifyWebhook(BODY, headers(), '', options)).rejects.toThrow(TypeError);
});
