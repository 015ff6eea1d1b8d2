import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { steadyClock } from '../clock.ts';
import { type AccountsService, emptyDatabase, startAccountsService } from '../testing/accounts.ts';
import { describeOnDatabase } from '../testing/database.ts';
import type { Ask } from './shared-limit-store.ts';
import { SharedLimitStore } from './shared-limit-store.ts';
import { type CallerLimit, SharedLimits } from './shared-limits.ts';

const KEY = 'key_1';

describeOnDatabase('limits over all servers', (database) => {
  const opened: SharedLimits[] = [];
  const services: AccountsService[] = [];
  /** What the servers asked the database for. */
  let asks: Ask[] = [];

  beforeEach(() => {
    asks = [];
  });
  afterEach(async () => {
    for (const limits of opened.splice(0)) await limits.close();
    for (const service of services.splice(0)) await service.close();
    await sql`delete from caller_rates`.execute(database().system);
    await sql`delete from caller_slots`.execute(database().system);
    await emptyDatabase(database());
  });

  /** A server, of which others see heartbeats. */
  async function server(id: string): Promise<SharedLimits> {
    await sql`insert into credit_holders (id, expires_at) values (${id}, now() + interval '1 hour')`.execute(
      database().system,
    );
    const store = new SharedLimitStore({ database: database(), holder: id });
    const take = (ask: Ask) => {
      asks.push(ask);
      return store.take(ask);
    };
    const limits = new SharedLimits({ store: { take, sweep: () => store.sweep() }, clock: steadyClock });
    opened.push(limits);
    return limits;
  }
  const rate = (requests: number): CallerLimit => ({ rate: requests, concurrency: 0 });
  const atOnce = (requests: number): CallerLimit => ({ rate: 0, concurrency: requests });

  it('let as many requests through two servers as through one', async () => {
    const [first, second] = [await server('a'), await server('b')];
    const begin = performance.now();
    const admissions = [];
    for (let turn = 0; turn < 15; turn += 1) {
      for (const limits of [first, second]) {
        const burst = Array.from({ length: 4 }, () => limits.take(KEY, rate(60)));
        admissions.push(...(await Promise.all(burst)));
      }
    }
    const admitted = admissions.filter((admission) => admission && !admission.refused).length;
    // One comes back each second.
    const back = Math.ceil((performance.now() - begin) / 1_000);
    expect(admissions).toHaveLength(120);
    expect(admitted).toBeGreaterThanOrEqual(60);
    expect(admitted).toBeLessThanOrEqual(60 + back);
    expect(admissions.at(-1)?.refused).toBe('rate');
    expect((await (await server('c')).take(KEY, rate(60)))?.refused).toBe('rate');
    // Another caller's are untouched.
    expect((await first.take('key_2', rate(60)))?.rate.remaining).toBe(59);
  });

  it('are asked of the database in pieces that grow, and tell what is left', async () => {
    const limits = await server('a');
    for (let sent = 1; sent <= 200; sent += 1) {
      const admission = await limits.take(KEY, rate(6_000));
      expect(admission?.rate.remaining).toBeGreaterThanOrEqual(6_000 - sent);
    }
    expect(asks.length).toBeLessThan(100);
  });

  it('get back what a server does not use', async () => {
    const [first, second] = [await server('a'), await server('b')];
    for (let sent = 0; sent < 4; sent += 1) await first.take(KEY, rate(100));
    await first.close();
    // Those of the pieces that were not used, and 0.6 s are one request.
    expect((await second.take(KEY, rate(100)))?.rate.remaining).toBeGreaterThanOrEqual(95);
  });

  it('hold for requests under way at once, whichever server has them', async () => {
    const [first, second] = [await server('a'), await server('b')];
    const one = await first.take(KEY, atOnce(3));
    const two = await first.take(KEY, atOnce(3));
    const three = await second.take(KEY, atOnce(3));
    expect([one, two, three].map((admission) => [admission?.refused, admission?.free])).toEqual([
      [undefined, 2],
      [undefined, 1],
      [undefined, 0],
    ]);
    expect(await second.take(KEY, atOnce(3))).toMatchObject({ refused: 'concurrency', free: 0 });
    one?.release?.();
    one?.release?.();
    expect(await until(() => second.take(KEY, atOnce(3)))).toMatchObject({ free: 0 });
    expect(await second.take(KEY, atOnce(3))).toMatchObject({ refused: 'concurrency' });
  });

  it('free the slots of a server that was killed', async () => {
    const [first, second] = [await server('a'), await server('b')];
    for (let slot = 0; slot < 2; slot += 1) await first.take(KEY, atOnce(2));
    expect(await second.take(KEY, atOnce(2))).toMatchObject({ refused: 'concurrency' });
    await sql`update credit_holders set expires_at = now() - interval '1 second' where id = 'a'`.execute(
      database().system,
    );
    expect(await until(() => second.take(KEY, atOnce(2)))).toMatchObject({ free: 1 });
  });

  it('let in what they have for, however long the database takes to say so', async () => {
    const store = new SharedLimitStore({ database: database(), holder: 'slow' });
    let late = 0;
    const take = async (ask: Ask) => {
      const grant = await store.take(ask);
      // A busy machine: the answer is there, and is read more than a second later.
      late += 1_500;
      return grant;
    };
    const clock = { now: () => steadyClock.now() + late };
    const limits = new SharedLimits({ store: { take, sweep: () => store.sweep() }, clock });
    opened.push(limits);
    for (let sent = 0; sent < 3; sent += 1)
      expect((await limits.take(KEY, { rate: 250, concurrency: 50 }))?.refused).toBeUndefined();
  });

  it('are for each server to decide while the database does not answer', async () => {
    const limits = await server('a');
    await limits.take(KEY, rate(60));
    await database()
      .system.transaction()
      .execute(async (others) => {
        await sql`select from caller_rates for update`.execute(others);
        expect(await limits.take(KEY, rate(60))).toBeUndefined();
        const asked = asks.length;
        expect(await limits.take('key_2', rate(60))).toBeUndefined();
        // Nobody waits for it a second time at once.
        expect(asks).toHaveLength(asked);
      });
  });

  it('count requests of two services as one', async () => {
    const secrets = { pepper: Buffer.alloc(32, 1), auditKey: Buffer.alloc(32, 2) };
    const options = { secrets, config: { rateLimit: 10 } };
    const first = await startAccountsService(database(), options);
    services.push(first, await startAccountsService(database(), options));
    // The key of the environment has no limit.
    const { secret: key } = await first.makeKey();
    const begin = performance.now();
    const answers = [];
    for (let turn = 0; turn < 8; turn += 1) {
      for (const service of services) answers.push(await service.ask('GET', '/v1/account', { key }));
    }
    const admitted = answers.filter(({ status }) => status === 200);
    const back = Math.ceil((performance.now() - begin) / 6_000);
    expect(admitted.length).toBeGreaterThanOrEqual(10);
    expect(admitted.length).toBeLessThanOrEqual(10 + back);
    expect(answers.at(-1)).toMatchObject({ status: 429, body: { error_code: 'rate_limited' } });
    expect(answers.slice(0, 3).map(({ headers }) => headers.get('x-ratelimit-remaining'))).toEqual(['9', '8', '7']);
    expect(answers.at(-1)?.headers.get('ratelimit')).toMatch(/^"default";r=0;t=[1-6], "concurrent";r=\d+$/);
  });

  it('count what two services do free of charge as one', async () => {
    const secrets = { pepper: Buffer.alloc(32, 1), auditKey: Buffer.alloc(32, 2) };
    const first = await startAccountsService(database(), { secrets });
    services.push(first, await startAccountsService(database(), { secrets }));
    const { secret: key } = await first.makeKey({ mode: 'test' });
    const body = { source: { html: '<p>x' } };
    const begin = performance.now();
    const answers = [];
    for (let turn = 0; turn < 8; turn += 1) {
      for (const service of services) answers.push(await service.ask('POST', '/v1/convert/pdf', { key, body }));
    }
    const admitted = answers.filter(({ status }) => status === 200);
    const back = Math.ceil((performance.now() - begin) / 6_000);
    expect(admitted.length).toBeGreaterThanOrEqual(10);
    expect(admitted.length).toBeLessThanOrEqual(10 + back);
    expect(answers.at(-1)).toMatchObject({ status: 429, body: { 'violated-policies': ['sandbox'] } });
    // What is paid for has a limit of its own.
    const { secret: paid } = await first.makeKey();
    expect(await first.ask('POST', '/v1/convert/pdf', { key: paid, body })).toMatchObject({ status: 200 });
  });
});

/** Asks until it is let in: a refusal stands for a moment. */
async function until<Value extends { readonly refused?: string } | undefined>(
  take: () => Promise<Value>,
): Promise<Value> {
  for (let tries = 0; tries < 100; tries += 1) {
    const admission = await take();
    if (!admission?.refused) return admission;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('refused 100 times');
}
