import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import v8 from 'node:v8';
import vm from 'node:vm';
import { describe, expect, it, onTestFinished } from 'vitest';
import { codeOf, openKind, outgoing } from '../testing/delivering.ts';
import { startPutReceiver } from '../testing/put-receiver.ts';
import { type S3Fault, startFaultyS3, startS3 } from '../testing/s3.ts';

/** More than one part. */
const LARGE = { size: 11_000_000 };

async function bucket(patience = 10_000) {
  const s3 = await startFaultyS3();
  onTestFinished(() => s3.close());
  const { endpoint, credentials, bucket: name } = s3.place;
  const { accessKeyId: access_key_id, secretAccessKey: secret_access_key } = credentials;
  return { s3, host: await openKind('s3', { bucket: name, endpoint, access_key_id, secret_access_key }, { patience }) };
}

describe('a bucket whose service has faults (F15)', () => {
  it.each<S3Fault>(['reset', 'slow down'])('takes a file after two times "%s"', async (fault) => {
    const { s3, host } = await bucket();
    s3.faults.put = [fault, fault];
    s3.faults.part = [fault];
    const [small, large] = [outgoing('small.pdf'), outgoing('large.pdf', LARGE)];
    await host.write(small);
    await host.write(large);
    expect(s3.objects.get('small.pdf')?.equals(small.content)).toBe(true);
    expect(s3.objects.get('large.pdf')?.equals(large.content)).toBe(true);
  });

  it.each<readonly [call: 'part' | 'complete', fault: S3Fault, code: string]>([
    ['part', 'reset', 'connection_failed'],
    ['part', 'silence', 'timeout'],
    ['complete', 'slow down', 'rate_limited'],
    ['complete', 'error in 200', 'server_error'],
    ['complete', 'silence', 'timeout'],
  ])('whose "%s" goes on with "%s" has no part of the file, and no upload', async (call, fault, code) => {
    const { s3, host } = await bucket(fault === 'silence' ? 300 : undefined);
    s3.faults[call] = [fault, fault, fault];
    expect(await codeOf('s3', () => host.write(outgoing('large.pdf', LARGE)))).toBe(code);
    expect([s3.objects.size, s3.uploads.size]).toEqual([0, 0]);
  });

  it('is rid of what a try of a process that died has left, and of no upload of others', async () => {
    const { s3, host } = await bucket();
    for (const id of ['ours', 'theirs']) s3.uploads.set(id, { key: 'large.pdf', parts: new Map() });
    const noted: string[] = [];
    const note = async (name: string) => {
      // It is noted before there is a part of it.
      expect([...s3.uploads.keys()]).toEqual(['theirs', name]);
      noted.push(name);
    };
    await host.write(outgoing('large.pdf', { ...LARGE, attempt: 2, left: 'ours', note }));
    expect([noted.length, [...s3.uploads.keys()], [...s3.objects.keys()]]).toEqual([1, ['theirs'], ['large.pdf']]);
  });

  it('that answers the tag of other bytes has not got the file', async () => {
    const server = createServer((request, response) => {
      request.resume().on('end', () => response.writeHead(200, { etag: `"${'0'.repeat(32)}"` }).end());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const host = await openKind('s3', { bucket: 'bucket', endpoint, access_key_id: 'a', secret_access_key: 'b' });
    expect(await codeOf('s3', () => host.write(outgoing('x.pdf')))).toBe('hash_mismatch');
  });

  it.each<readonly [status: number, code: string, told: string]>([
    [403, 'RequestTimeTooSkewed', 'clock_skew'],
    [301, 'PermanentRedirect', 'wrong_region'],
    [403, 'AccessDenied', 'permission_denied'],
    [400, 'ExpiredToken', 'credentials_refused'],
  ])('that answers %i %s is told as %s, and asked nowhere else', async (status, code, told) => {
    let asked = 0;
    const elsewhere = await startPutReceiver();
    const server = createServer((request, response) => {
      asked += 1;
      request.resume().on('end', () => {
        const headers = {
          'content-type': 'application/xml',
          location: elsewhere.url,
          'x-amz-bucket-region': 'eu-west-1',
        };
        response.writeHead(status, headers).end(`<Error><Code>${code}</Code><Message>No.</Message></Error>`);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const host = await openKind('s3', { bucket: 'bucket', endpoint, access_key_id: 'a', secret_access_key: 'b' });
    expect(await codeOf('s3', () => host.write(outgoing('x.pdf')))).toBe(told);
    expect([asked > 0, elsewhere.files]).toEqual([true, []]);
  });

  it('that is not there, or not ours, is told from each other', async () => {
    const s3 = await startS3({ signatures: true });
    onTestFinished(() => s3.close());
    const { endpoint, credentials } = s3.place;
    const settings = {
      endpoint,
      access_key_id: credentials.accessKeyId,
      secret_access_key: credentials.secretAccessKey,
    };
    const write = async (over: object) => (await openKind('s3', { ...settings, ...over })).write(outgoing('x.pdf'));
    expect(await codeOf('s3', () => write({ bucket: 'elsewhere' }))).toBe('not_found');
    expect(await codeOf('s3', () => write({ bucket: 'results', secret_access_key: 'wrong' }))).toBe(
      'credentials_refused',
    );
    expect(await codeOf('s3', () => write({ bucket: 'results', access_key_id: 'UNKNOWN' }))).toBe(
      'credentials_refused',
    );
  });
});

describe('a server that takes files by PUT', () => {
  it.each<readonly [status: number, code: string]>([
    [401, 'credentials_refused'],
    [403, 'permission_denied'],
    [404, 'not_found'],
    [301, 'redirect'],
    [413, 'too_large'],
    [429, 'rate_limited'],
    [500, 'server_error'],
    [507, 'quota_full'],
    [418, 'rejected'],
  ])('and answers %i before it has read a large file is heard: %s', async (status, code) => {
    const receiver = await startPutReceiver();
    receiver.instead = (_request, response) => {
      response.writeHead(status, { connection: 'close' }).end();
      return true;
    };
    const host = await openKind('http_put', { url: receiver.url });
    expect(await codeOf('http_put', () => host.write(outgoing('x', LARGE)))).toBe(code);
  });

  it('and is silent, or goes away in the middle, is left', async () => {
    const receiver = await startPutReceiver();
    const host = await openKind('http_put', { url: receiver.url }, { patience: 300 });
    receiver.instead = () => true;
    expect(await codeOf('http_put', () => host.write(outgoing('x', { size: 10 })))).toBe('timeout');
    receiver.instead = (request) => {
      request.once('data', () => request.socket.resetAndDestroy());
      return true;
    };
    expect(await codeOf('http_put', () => host.write(outgoing('x', LARGE)))).toBe('connection_failed');
  });
});

/** Bytes that are alive. */
function alive(): number {
  v8.setFlagsFromString('--expose-gc');
  const collect = vm.runInNewContext('gc') as () => void;
  // The buffers that are found dead are freed by another thread, which the next collection waits for.
  collect();
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

describe('memory', () => {
  /** Four times what may be alive, several parts of an upload. */
  const BYTES = 64_000_000;
  const PIECE = Buffer.alloc(65_536, 7);

  it.each(['http_put', 's3'])('of a delivery by %s does not grow with the file', async (kind) => {
    let most = 0;
    let taken = 0;
    let before = 0;
    const server = createServer((request, response) => {
      const hash = createHash('md5');
      request.on('data', (chunk: Buffer) => {
        hash.update(chunk);
        taken += chunk.length;
      });
      request.on('end', () => {
        const { searchParams } = new URL(request.url ?? '', 'http://x');
        response.setHeader('etag', `"${hash.digest('hex')}"`);
        if (searchParams.has('uploads')) response.end('<R><UploadId>1</UploadId></R>');
        else response.end(request.method === 'POST' ? '<R><ETag>"1"</ETag></R>' : '');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const settings = { bucket: 'bucket', endpoint, access_key_id: 'a', secret_access_key: 'b' };
    const host = await openKind(kind, kind === 's3' ? settings : { url: `${endpoint}/x` });
    const file = outgoing('x.pdf', { size: 1 });
    before = alive();
    await host.write({
      ...file,
      bytes: BYTES,
      open: async function* () {
        for (let at = 0; at < BYTES; at += PIECE.length) {
          // Twelve times, so that the measure costs little.
          if (at % (80 * PIECE.length) === 0) most = Math.max(most, alive() - before);
          yield PIECE.subarray(0, Math.min(PIECE.length, BYTES - at));
        }
      },
    });
    expect(taken).toBeGreaterThanOrEqual(BYTES);
    expect(most).toBeLessThan(16_000_000);
  });
});
