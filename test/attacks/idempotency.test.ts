import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../packages/server/src/data/database.ts';
import type { IdempotencyKeys } from '../../packages/server/src/idempotency/keys.ts';
import {
  type AccountsService,
  addOrganisation,
  emptyDatabase,
  startAccountsService,
} from '../../packages/server/src/testing/accounts.ts';
import { describeOnDatabase } from '../../packages/server/src/testing/database.ts';
import { engineDouble, result } from '../../packages/server/src/testing/engine-double.ts';
import { openTestIdempotencyKeys } from '../../packages/server/src/testing/idempotency.ts';
import { RawClient } from '../../packages/server/src/testing/raw-client.ts';
import { HELLO, KEY } from '../../packages/server/src/testing/service.ts';

/** What an Idempotency-Key could be misused for: to read, to probe, to fill memory. */

const PDF = '/v1/convert/pdf';
const MEGABYTE = 1024 * 1024;

describeOnDatabase('the Idempotency-Key of somebody else', (opened) => {
  let database: Database;
  let keys: IdempotencyKeys;
  let service: AccountsService;
  let gate: PromiseWithResolvers<void> | undefined;
  let begun: PromiseWithResolvers<void>;
  let bytes: () => Buffer;
  beforeEach(async () => {
    database = opened();
    keys = await openTestIdempotencyKeys(database);
    gate = undefined;
    begun = Promise.withResolvers();
    let count = 0;
    bytes = () => {
      count += 1;
      return Buffer.from(`%PDF-1.7 ${count}`);
    };
    const engine = engineDouble(async () => {
      begun.resolve();
      await gate?.promise;
      return result({ bytes: bytes() });
    });
    const limits = { bodies: 72 * MEGABYTE };
    service = await startAccountsService(database, { engine, idempotencyKeys: keys, limits });
  });
  afterEach(async () => {
    await service.close();
    await keys.close();
    await emptyDatabase(database);
  });

  const convert = (key: string, body: unknown = HELLO) =>
    service.ask('POST', PDF, { key, body, headers: { 'idempotency-key': 'invoice-1' } });
  const seen = async (key: string, body?: unknown) => {
    const answer = await convert(key, body);
    return [answer.status, answer.headers.get('idempotency-replayed'), answer.body.error_code];
  };

  it('S112: gives nothing away, neither that it runs, nor for what, nor its answer', async () => {
    const thief = await service.makeKey({ organisationId: await addOrganisation(database, 'Other') });
    gate = Promise.withResolvers();
    const running = convert(KEY);
    await begun.promise;
    expect(await seen(KEY)).toEqual([409, null, 'idempotency_in_progress']);
    const open = gate;
    gate = undefined;
    expect(await seen(thief.secret, { source: '<p>other' })).toEqual([200, null, undefined]);
    open.resolve();
    expect((await running).status).toBe(200);

    const other = await service.makeKey({ organisationId: await addOrganisation(database, 'Third') });
    const [own, theirs] = [await convert(KEY), await convert(other.secret)];
    expect([own.headers.get('idempotency-replayed'), theirs.headers.get('idempotency-replayed')]).toEqual([
      'true',
      null,
    ]);
    expect(theirs.body).not.toBe(own.body);
  });

  it('gives no answer to a key that could not have asked', async () => {
    await convert(KEY);
    const narrow = await service.makeKey({ scopes: ['convert:text'] });
    const elsewhere = await service.makeKey({ allowlist: ['203.0.113.1'] });
    const revoked = await service.makeKey();
    await service.ask('DELETE', `/v1/keys/${revoked.id}`);
    expect(await seen(narrow.secret)).toEqual([403, null, 'insufficient_scope']);
    expect(await seen(elsewhere.secret)).toEqual([403, null, 'ip_not_allowed']);
    expect(await seen(revoked.secret)).toEqual([401, null, 'invalid_key']);
  });

  it('gives no free result to a test key, and no sandbox result to a live one', async () => {
    await convert(KEY);
    const test = await service.makeKey({ mode: 'test' });
    expect(await seen(test.secret)).toEqual([200, null, undefined]);
    expect(await seen(test.secret)).toEqual([200, 'true', undefined]);
  });

  it('is one key: two lines of it are refused, and so is one as long as a header may be', async () => {
    const json = JSON.stringify(HELLO);
    const head = [`POST ${PDF} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${KEY}`, 'Content-Type: application/json'];
    for (const lines of [['Idempotency-Key: a', 'Idempotency-Key: b'], [`Idempotency-Key: ${'a'.repeat(12_000)}`]]) {
      const client = await RawClient.open(service.port);
      client.send([...head, ...lines, `Content-Length: ${json.length}`, '', json].join('\r\n'));
      expect(await client.untilReceived(/"error_code":"\w+"/)).toMatch(
        /^HTTP\/1\.1 400 .*"error_code":"invalid_request"/s,
      );
      client.close();
    }
  });

  it('does not fill memory with answers that nobody reads', async () => {
    const large = Buffer.alloc(8 * MEGABYTE, 'large ');
    bytes = () => large;
    await convert(KEY);
    const json = JSON.stringify(HELLO);
    const head = [`POST ${PDF} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${KEY}`, 'Content-Type: application/json'];
    const lines = [...head, 'Idempotency-Key: invoice-1', `Content-Length: ${json.length}`, '', json];
    const clients: RawClient[] = [];
    for (let count = 0; count < 10; count += 1) {
      const client = await RawClient.open(service.port);
      clients.push(client);
      client.send(lines.join('\r\n'));
      await client.untilReceived(/^HTTP\/1\.1 \d{3}/);
      client.socket.pause();
    }
    const statuses = clients.map(({ received }) => Number(/^HTTP\/1\.1 (\d{3})/.exec(received)?.[1]));
    expect(statuses).toEqual([...Array(4).fill(200), ...Array(6).fill(503)]);
    for (const client of clients) client.close();
    const deadline = Date.now() + 5_000;
    let again = await convert(KEY);
    while (again.status === 503 && Date.now() < deadline) again = await convert(KEY);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
  });
});
