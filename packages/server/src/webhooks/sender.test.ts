import { createGuardedSend, type GuardedSend, type OutgoingRequest } from '@platen/engine';
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { DEFAULT_RETENTION } from '../config/retention.ts';
import { LONG_LIVED } from '../retention/kinds.ts';
import { purge } from '../retention/purge.ts';
import { addOrganisation, emptyDatabase } from '../testing/accounts.ts';
import { describeOnDatabase } from '../testing/database.ts';
import { openTestVault } from '../testing/vault.ts';
import { startWebhookReceiver } from '../testing/webhook-receiver.ts';
import { HOUR, idsOf, startWebhookService, type WebhookService } from '../testing/webhook-service.ts';
import { openWebhooks, type Webhooks } from './open.ts';

const GUARD = createGuardedSend({ egressAllow: ['127.0.0.1'] });

describeOnDatabase('servers that share a database', (database) => {
  beforeEach(() => emptyDatabase(database()));

  /** The webhooks of another server. */
  async function another(service: WebhookService, guard: GuardedSend = GUARD): Promise<Webhooks> {
    return await openWebhooks({
      database: database(),
      vault: await openTestVault(database()),
      audit: service.accounts.audit,
      clock: service.webhooks.clock,
      emails: { trouble: async () => {} },
      config: {},
      log: { event: () => {}, close: () => {} },
      guard,
    });
  }

  /** A guard whose requests wait until they are let go. */
  function held() {
    const waiting: (() => void)[] = [];
    let asked = 0;
    const guard: GuardedSend = {
      ...GUARD,
      send: async (request: OutgoingRequest) => {
        asked += 1;
        await new Promise<void>((resolve) => waiting.push(resolve));
        return await GUARD.send(request);
      },
    };
    const release = () => {
      for (const resolve of waiting.splice(0)) resolve();
    };
    return { guard, asked: () => asked, release };
  }

  it('never send one queue at once; who is dead is taken over, and who comes back writes nothing', async () => {
    const { guard, asked, release } = held();
    const service = await startWebhookService(database(), { webhookOptions: { guard } });
    const receiver = await startWebhookReceiver();
    const id = await service.endpoint(receiver.url);
    await service.job();
    service.webhooks.wake();
    await expect.poll(asked).toBe(1);
    const other = await another(service);
    await other.drain();
    expect(receiver.received).toEqual([]);
    // The first stands still for longer than its lease.
    await sql`update webhook_queues set leased_until = now() - interval '1 second'`.execute(database().system);
    await other.drain();
    expect(receiver.received).toHaveLength(1);
    release();
    await service.webhooks.drain();
    // It has sent it again, with the same id; the record has one try.
    expect([receiver.received.length, idsOf(receiver.received)]).toEqual([2, 1]);
    expect(await service.deliveries()).toMatchObject([{ status: 'delivered', attempts: 1 }]);
    expect(await service.look(id)).toMatchObject({ delivered: 1, failed: 0 });
  });

  it('send to a receiver that is slow without letting others wait, of the same organization too', async () => {
    const { guard, asked, release } = held();
    const slow = await startWebhookReceiver();
    const isSlow = (url: string) => url.startsWith(slow.url);
    const mixed = { ...GUARD, send: (request: OutgoingRequest) => (isSlow(request.url) ? guard : GUARD).send(request) };
    const service = await startWebhookService(database(), { webhookOptions: { guard: mixed } });
    const quick = await startWebhookReceiver();
    await service.endpoint(slow.url);
    await service.endpoint(quick.url);
    for (let job = 0; job < 3; job += 1) await service.job();
    service.webhooks.wake();
    await expect.poll(() => quick.received.length).toBe(3);
    expect([asked(), slow.received.length]).toEqual([1, 0]);
    for (let job = 1; job <= 3; job += 1) {
      release();
      await expect.poll(() => slow.received.length).toBe(job);
      if (job < 3) await expect.poll(asked).toBe(job + 1);
    }
  });

  it('send to 8 receivers of one organization and to 32 in all at once, and go on when there is room', async () => {
    const { guard, asked, release } = held();
    const service = await startWebhookService(database(), { webhookOptions: { guard } });
    const receiver = await startWebhookReceiver();
    const test = async (key: string) => {
      const body = { url: receiver.url, events: ['webhook.test'] };
      const { id } = (await service.ask('POST', '/v1/webhooks', { key, body })).body.webhook;
      await service.ask('POST', `/v1/webhooks/${id}/test`, { key });
    };
    const { secret } = await service.makeKey();
    for (let endpoint = 0; endpoint < 10; endpoint += 1) await test(secret);
    await expect.poll(asked).toBe(8);
    for (let organisation = 0; organisation < 5; organisation += 1) {
      const organisationId = await addOrganisation(database(), `Other ${organisation}`);
      const key = (await service.makeKey({ organisationId })).secret;
      for (let endpoint = 0; endpoint < 5; endpoint += 1) await test(key);
    }
    await expect.poll(asked).toBe(32);
    const letGo = setInterval(release, 20);
    await expect.poll(() => receiver.received.length).toBe(35);
    clearInterval(letGo);
  });

  it('send what was being sent when the service ended, after its next start', async () => {
    const receiver = await startWebhookReceiver();
    receiver.answer = () => 500;
    const service = await startWebhookService(database());
    await service.endpoint(receiver.url);
    await service.job();
    await service.webhooks.drain();
    await service.webhooks.stop(0);
    receiver.answer = () => 200;
    const next = await another(service);
    await service.pass(HOUR);
    expect(receiver.received).toHaveLength(1);
    await next.drain();
    expect([receiver.received.length, idsOf(receiver.received)]).toEqual([2, 1]);
  });

  it('remove what is older than 30 days, and queues that nothing waits in', async () => {
    const receiver = await startWebhookReceiver();
    const service = await startWebhookService(database());
    await service.endpoint(receiver.url);
    await service.job();
    await service.webhooks.drain();
    const count = async () =>
      (
        await sql<{ n: number }>`
        select (select count(*) from webhook_events) + (select count(*) from webhook_attempts)
          + (select count(*) from webhook_queues) as n
      `.execute(database().system)
      ).rows[0]?.n;
    expect(await count()).toBe(3);
    await service.webhooks.deliveries.sweep();
    expect(await count()).toBe(2);
    const purged = async (days: number) => {
      await sql`update webhook_events set created_at = now() - make_interval(days => ${days})`.execute(
        database().system,
      );
      const objects = { remove: async () => {} };
      await purge({ database: database(), objects, periods: DEFAULT_RETENTION }, LONG_LIVED);
      return await count();
    };
    expect(await purged(29)).toBe(2);
    expect(await purged(31)).toBe(0);
  });
});
