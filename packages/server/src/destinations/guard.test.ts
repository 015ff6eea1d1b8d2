import { createGuardedClient, type GuardedClient } from '@platen/engine';
import { expect, it } from 'vitest';
import { codeOf, openKind, outgoing } from '../testing/delivering.ts';
import { startPutReceiver } from '../testing/put-receiver.ts';
import { KINDS, kindOf, OF_OTHERS } from './kinds.ts';

/** Each kind, with a server whose name leads to a private address once it is dialed. */
const HOST = 'files.example.com';
const SETTINGS: Readonly<Record<string, object>> = {
  s3: { bucket: 'bucket', endpoint: `https://${HOST}`, access_key_id: 'a', secret_access_key: 'b' },
  azure_blob: { account: 'account', container: 'files', account_key: 'YWJj', endpoint: `https://${HOST}` },
  webdav: { url: `https://${HOST}/`, username: 'a', password: 'b' },
  sftp: { host: HOST, username: 'a', password: 'b', host_key: `SHA256:${'A'.repeat(43)}` },
  ftp: { host: HOST, username: 'a', password: 'b' },
  email: { host: HOST, from: 'a@example.com', to: ['b@example.com'] },
  gcs: { bucket: 'bucket', access_token: 'a' },
  dropbox: { access_token: 'a' },
  google_drive: { access_token: 'a' },
  onedrive: { access_token: 'a' },
  box: { access_token: 'a' },
  http_put: { url: `https://${HOST}/x` },
  gotenberg_webhook: { url: `https://${HOST}/x`, method: 'POST', headers: {}, trace: 'a' },
};

async function writing(name: string, client: GuardedClient): Promise<void> {
  const kind = kindOf(name);
  const settings = kind.settings.parse(SETTINGS[name]);
  const way = { client, signal: new AbortController().signal, patience: 2_000, now: Date.now };
  await (await kind.open(settings as never, way)).write(outgoing('x.pdf', { size: 10 }));
}

it.each([...KINDS, ...OF_OTHERS].map(({ name }) => name))(
  '%s does not reach a name that leads to a private address by now',
  async (name) => {
    for (const address of ['127.0.0.1', '10.0.0.7', '169.254.169.254', '::1', 'fd00::1']) {
      const asked: string[] = [];
      const client = createGuardedClient({
        lookup: async (host) => {
          asked.push(host);
          return [{ address, family: address.includes(':') ? 6 : 4 }];
        },
      });
      expect(await codeOf(name, () => writing(name, client))).toBe('address_refused');
      expect(asked.length).toBeGreaterThan(0);
      const kind = kindOf(name);
      for (const where of kind.addresses(kind.settings.parse(SETTINGS[name]) as never))
        await expect(client.check(where)).rejects.toMatchObject({ name: 'EgressRefusal' });
    }
  },
);

it.each([...KINDS, ...OF_OTHERS].map(({ name }) => name))(
  '%s tells name servers that are down from a name that there is not',
  async (name) => {
    for (const [error, code] of [
      ['EAI_AGAIN', 'dns_failed'],
      ['ENOTFOUND', 'address_refused'],
    ] as const) {
      const client = createGuardedClient({
        lookup: () => Promise.reject(Object.assign(new Error(error), { code: error })),
      });
      expect(await codeOf(name, () => writing(name, client))).toBe(code);
    }
  },
);

it('follows no redirect, and sends credentials nowhere else', async () => {
  const inside = await startPutReceiver();
  const outside = await startPutReceiver();
  outside.instead = (_request, response) => {
    response.writeHead(307, { location: inside.url }).end();
    return true;
  };
  for (const [kind, settings] of [
    ['http_put', { url: outside.url }],
    ['webdav', { url: outside.url.replace(/\?.*/, '/'), username: 'a', password: 'b' }],
  ] as const) {
    const host = await openKind(kind, settings);
    expect(await codeOf(kind, () => host.write(outgoing('x.pdf')))).toBe('redirect');
  }
  expect(inside.files).toEqual([]);
});
