import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codeOf, openKind, outgoing } from '../testing/delivering.ts';
import { type RunningFileHosts, startFileHosts } from '../testing/file-hosts/start.ts';
import { faultOf } from './fault-of.ts';
import { kindOf } from './kinds.ts';
import { probe } from './probe.ts';
import { put } from './put.ts';

const SETTINGS: Readonly<Record<string, object>> = {
  gcs: { bucket: 'bucket' },
  dropbox: {},
  google_drive: {},
  onedrive: {},
  box: {},
};
/** Three chunks; Box takes no parts of a smaller file. */
const largeOf = (kind: string) => ({ size: kind === 'box' ? 20_500_000 : 9_000_000 });

describe.each(Object.keys(SETTINGS))('%s, by its documented protocol', (kind) => {
  let api: RunningFileHosts;
  beforeAll(async () => {
    api = await startFileHosts();
  });
  afterAll(() => api?.close());
  beforeEach(() => {
    api.files.clear();
    api.faults.length = 0;
    api.refused = 0;
  });
  const open = (over: object = { access_token: 'good' }) =>
    openKind(kind, { ...SETTINGS[kind], ...over }, { origins: api.origins, patience: 60_000 });

  it('takes files, and says where they are; keeps those that are there, as it is told', async () => {
    const host = await open();
    const small = outgoing("2030/it's Ä #1 100%.pdf");
    expect((await host.write(small)).location).toMatch(/2030|drive\.google\.com|app\.box\.com/);
    expect(api.files.get(small.path)?.equals(small.content)).toBe(true);
    expect((await put(host, small, 'rename')).path).toBe("2030/it's Ä #1 100% (2).pdf");
    expect((await put(host, { ...small, attempt: 2 }, 'fail')).path).toBe(small.path);
    expect(await codeOf(kind, () => put(host, outgoing(small.path), 'fail'))).toBe('file_exists');
    const other = outgoing(small.path);
    expect((await put(host, other, 'replace')).path).toBe(small.path);
    expect(api.files.get(small.path)?.equals(other.content)).toBe(true);
    const tested = await probe(host, { folder: '', codeOf: (error) => faultOf(error, kindOf(kind)).code });
    expect(tested).toEqual({ write: 'ok', read: 'ok', remove: 'ok', left: null });
  });

  it('goes on after chunks that break off, or arrive without an answer', async () => {
    const host = await open();
    api.faults.push('broken', 'broken after');
    const file = outgoing('large.pdf', largeOf(kind));
    await host.write(file);
    expect(api.faults).toEqual([]);
    expect(api.files.get('large.pdf')?.equals(file.content)).toBe(true);
  });

  it('knows that a file has arrived although the last answer has not', async () => {
    const host = await open();
    api.faults.push('broken after');
    const file = outgoing('small.pdf');
    // Box takes a small file by one request, which nobody asks about; the next try looks.
    expect(await codeOf(kind, () => host.write(file))).toBe(kind === 'box' ? 'connection_failed' : undefined);
    expect((await put(host, { ...file, attempt: 2 }, 'fail')).path).toBe('small.pdf');
    expect(api.files.get('small.pdf')?.equals(file.content)).toBe(true);
  });

  it('gives up what goes on failing, waits as it is told, and shows no part of it', async () => {
    const host = await open();
    // A session that the host has forgotten is begun anew by the next try.
    api.faults.push(404, 404, 404);
    expect(await codeOf(kind, () => host.write(outgoing('large.pdf', largeOf(kind))))).toBe('server_error');
    api.faults.push(429);
    const fault = await host.write(outgoing('large.pdf', largeOf(kind))).catch((error) => faultOf(error, kindOf(kind)));
    expect(fault).toMatchObject({ code: 'rate_limited', retryAfter: '7' });
    expect([...api.files.keys()]).toEqual([]);
  });

  it('has a new token when one has ended, and tells when there is none', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    api.publicKey = publicKey.export({ type: 'spki', format: 'pem' }) as string;
    const private_key = privateKey.export({ type: 'pkcs8', format: 'pem' });
    const account = { client_email: 'a@b.iam.gserviceaccount.com', private_key, token_uri: 'https://evil.example/' };
    const isAccount = kind === 'gcs';
    const renewing = isAccount
      ? { service_account: JSON.stringify(account) }
      : { refresh_token: 'refresh', client_id: 'app', client_secret: 'secret' };
    await (await open({ access_token: 'ended', ...renewing })).write(outgoing('x.pdf'));
    expect([api.refused, api.files.has('x.pdf')]).toEqual([1, true]);
    await (await open(renewing)).write(outgoing('y.pdf'));
    expect(api.refused).toBe(1);
    const wrong = isAccount ? [{ service_account: '{}' }] : [{ refresh_token: 'wrong' }];
    for (const given of [{ access_token: 'ended' }, {}, ...wrong])
      expect(await codeOf(kind, async () => (await open(given)).write(outgoing('z.pdf')))).toBe('credentials_refused');
  });
});
