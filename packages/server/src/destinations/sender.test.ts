import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { emptyDatabase } from '../testing/accounts.ts';
import { describeOnDatabase } from '../testing/database.ts';
import { openKind, outgoing } from '../testing/delivering.ts';
import { startPutReceiver } from '../testing/put-receiver.ts';
import { startFaultyS3 } from '../testing/s3.ts';
import { startWebhookService } from '../testing/webhook-service.ts';

const RESULT = '%PDF-1.7 double';

describeOnDatabase('servers that share deliveries', (database) => {
  beforeEach(() => emptyDatabase(database()));

  const due = { now: Date.now() + 3_600_000, busy: [], busyQueues: [], lease: 60 };
  const look = () =>
    database()
      .system.selectFrom('destination_deliveries')
      .select(['state', 'attempts', 'last_error'])
      .executeTakeFirstOrThrow();

  /** A job whose result waits for somebody to send it: nothing is due for the server that it was asked of. */
  async function waiting(request: object) {
    const service = await startWebhookService(database(), { destinationOptions: { clock: { now: () => 0 } } });
    const { id } = (await service.convert({ async: true, ...request })).body;
    await service.ask('GET', `/v1/jobs/${id}?wait=30`);
    return { service, ...service.destinations };
  }

  it('take over from one that died after its last byte, and what it says after that changes nothing', async () => {
    const s3 = await startFaultyS3();
    const { endpoint, bucket, credentials } = s3.place;
    const { accessKeyId: access_key_id, secretAccessKey: secret_access_key } = credentials;
    const settings = { bucket, endpoint, access_key_id, secret_access_key };
    const destination = { kind: 's3', ...settings, path: 'x.pdf', on_conflict: 'rename' };
    const { deliveries } = await waiting({ destination });
    const lost = await deliveries.claim('dead', due);
    expect(await deliveries.claim('other', due)).toBeUndefined();
    const content = Buffer.from(RESULT);
    const written = outgoing('x.pdf', { size: content.length });
    const host = await openKind('s3', settings);
    await host.write({
      ...written,
      open: async function* () {
        yield content;
      },
    });
    await sql`update destination_deliveries set leased_until = now() - interval '1 second'`.execute(database().system);
    const other = await startWebhookService(database());
    await other.destinations.drain();
    // Not a second time beside itself.
    expect([...s3.objects.keys()]).toEqual(['x.pdf']);
    const late = await deliveries.settle(lost as never, { state: 'failed', error: 'timeout' }, Buffer.alloc(0), 0);
    expect(late).toBe(false);
    expect(await look()).toEqual({ state: 'delivered', attempts: 1, last_error: null });
    await s3.close();
  });

  it('give back what they have not finished when they stop: that was no try', async () => {
    const receiver = await startPutReceiver();
    const { deliveries } = await waiting({ presigned_url: receiver.url });
    const other = await startWebhookService(database());
    let begun = 0;
    receiver.instead = () => {
      begun += 1;
      return true;
    };
    other.destinations.wake();
    await expect.poll(() => begun).toBe(1);
    expect(await deliveries.claim('x', due)).toBeUndefined();
    await other.destinations.stop(10);
    expect(await look()).toEqual({ state: 'waiting', attempts: 0, last_error: null });
    receiver.instead = () => false;
    const next = await startWebhookService(database());
    await next.destinations.drain();
    expect(receiver.files).toHaveLength(1);
    expect(await look()).toEqual({ state: 'delivered', attempts: 1, last_error: null });
  });

  it('tell how much waits', async () => {
    const receiver = await startPutReceiver();
    const { service } = await waiting({ presigned_url: receiver.url });
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toMatch(/platen_deliveries_waiting\{to="destination"\} 1\n/);
    expect(metrics).toMatch(/platen_deliveries_waiting\{to="webhook"\} 0\n/);
    expect(metrics).toMatch(/platen_deliveries_oldest_seconds\{to="destination"\} \d/);
  });
});
