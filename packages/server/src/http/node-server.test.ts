import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import https from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TlsFiles } from '../config/tls.ts';
import { makeCertificate } from '../testing/certificate.ts';
import { RawClient } from '../testing/raw-client.ts';
import { HELLO, KEY, startTestService, type TestService } from '../testing/service.ts';

let folder: string;
let tls: TlsFiles;
let service: TestService;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'platen-https-'));
  const files = { cert: path.join(folder, 'cert.pem'), key: path.join(folder, 'key.pem') };
  makeCertificate(files);
  tls = { cert: readFileSync(files.cert), key: readFileSync(files.key) };
  service = await startTestService({ config: { tls }, limits: { headersTimeout: 300, timeoutCheck: 50 } });
});
afterEach(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

describe('a server with a certificate', () => {
  it('converts over https', async () => {
    const request = https.request(`https://127.0.0.1:${service.port}/v1/convert/pdf`, {
      method: 'POST',
      ca: tls.cert,
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    });
    request.end(JSON.stringify(HELLO));
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(200);
    expect(Buffer.concat(await response.toArray()).toString()).toContain('%PDF');
  });

  it('does not speak plain http', async () => {
    await expect(service.post('/v1/convert/pdf', HELLO)).rejects.toThrow();
  });

  it('closes a connection that never begins its handshake', async () => {
    const client = await RawClient.open(service.port);
    expect(await client.untilClosed()).toBe('');
  });
});
