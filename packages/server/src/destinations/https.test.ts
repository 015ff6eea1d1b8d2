import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import tls from 'node:tls';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { emptyDatabase } from '../testing/accounts.ts';
import { makeCertificate } from '../testing/certificate.ts';
import { describeOnDatabase } from '../testing/database.ts';
import { startWebhookService } from '../testing/webhook-service.ts';

describeOnDatabase('a receiver of https', (database) => {
  beforeEach(() => emptyDatabase(database()));

  it('has its certificate checked, and is sent webhooks and results', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'platen-https-'));
    const [cert, key] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')];
    makeCertificate({ cert, key });
    const received: string[] = [];
    const server = createServer({ cert: readFileSync(cert), key: readFileSync(key) }, (request, response) => {
      request.resume().on('end', () => {
        received.push(`${request.method} ${request.url}`);
        response.end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const before = tls.getCACertificates('default');
    onTestFinished(() => {
      tls.setDefaultCACertificates(before);
      server.close();
      rmSync(folder, { recursive: true, force: true });
    });
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const service = await startWebhookService(database());

    const { id } = await service.job({ webhook: `${url}/hook`, destination: { kind: 'http_put', url: `${url}/put` } });
    await service.pass(0);
    expect(received).toEqual([]);
    const { deliveries } = (await service.ask('GET', `/v1/jobs/${id}`)).body.job;
    expect(deliveries).toMatchObject([{ state: 'waiting', error: { code: 'tls_error' } }]);
    expect((await service.deliveries(`?job=${id}`))[0]).toMatchObject({ last_error: 'tls_error' });

    tls.setDefaultCACertificates([...before, readFileSync(cert, 'utf8')]);
    await service.pass(60_000);
    expect(received.sort()).toEqual(['POST /hook', 'PUT /put']);
    expect((await service.deliveries(`?job=${id}`))[0]).toMatchObject({ status: 'delivered' });
  });
});
