import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  type AccountsService,
  addOrganisation,
  emptyDatabase,
  startAccountsService,
} from '../../packages/server/src/testing/accounts.ts';
import { describeOnDatabase } from '../../packages/server/src/testing/database.ts';
import { RawClient, statuses } from '../../packages/server/src/testing/raw-client.ts';
import { KEY } from '../../packages/server/src/testing/service.ts';

const MEGABYTE = 1024 * 1024;
const PDF = '/v1/convert/pdf';
const BODY = 25 * MEGABYTE;

describeOnDatabase('uploads that stall', (opened) => {
  let service: AccountsService;
  beforeEach(async () => {
    const config = { concurrencyPerKey: 0, rateLimit: 0 };
    const limits = { bodySpeed: { bytes: 16 * 1024, interval: 2_000 }, linger: 100 };
    service = await startAccountsService(opened(), { config: { allowHttp: true, ...config }, limits });
  });
  afterEach(async () => {
    await service.close();
    await emptyDatabase(opened());
  });

  it('of one organization leave room for another, and are ended', async () => {
    const head = `POST ${PDF} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${KEY}\r\nContent-Type: application/json\r\n`;
    const uploads = await Promise.all(Array.from({ length: 12 }, () => RawClient.open(service.port)));
    for (const upload of uploads) upload.send(`${head}Content-Length: ${BODY}\r\n\r\n`);
    for (const upload of uploads) upload.send(Buffer.alloc(BODY - 1, ' '));
    const { secret } = await service.makeKey({ organisationId: await addOrganisation(opened(), 'Neighbor') });
    const html = `<p>${'x'.repeat(MEGABYTE / 2)}`;
    const answers = await Promise.all(
      Array.from({ length: 64 }, () => service.ask('POST', PDF, { key: secret, body: { source: { html } } })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(64).fill(200));
    const ended = await Promise.all(uploads.map((upload) => upload.untilClosed()));
    expect(new Set(ended.flatMap(statuses))).toEqual(new Set([408, 503]));
  });
});
