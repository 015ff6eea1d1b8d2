import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../data/database.ts';
import { addOrganisation } from '../testing/accounts.ts';
import { DATABASE_KINDS, makeDatabase, type TestDatabase } from '../testing/database.ts';
import { openTestIdempotencyKeys, passTime } from '../testing/idempotency.ts';
import type { Claim, Hold, IdempotencyKeys } from './keys.ts';
import { LEASE, REMEMBERED } from './store.ts';

/**
 * Anything that can happen to two keys, in any order and at once: requests in two processes with two pools, runs that
 * end well or badly, processes that die, stand still and come back late, and clocks that are set. Beside it runs a
 * model of what clients may see.
 */

const KEYS = ['k0', 'k1'] as const;
const BODIES = ['a', 'b'] as const;

const ask = fc.record({
  key: fc.constantFrom(...KEYS),
  body: fc.constantFrom(...BODIES),
  process: fc.nat({ max: 1 }),
});
const ending = fc.constantFrom('keep', 'release');
const operation = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('ask'), ask, times: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('end'), key: fc.constantFrom(...KEYS), ending }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('at_once'),
      asks: fc.array(ask, { minLength: 2, maxLength: 6 }),
      end: fc.option(fc.record({ key: fc.constantFrom(...KEYS), ending })),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('die'), process: fc.nat({ max: 1 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('late'), ending }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('pass'),
      seconds: fc.constantFrom(1, 10, 20, LEASE + 1, REMEMBERED + 1, -3_600),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('purge'), process: fc.nat({ max: 1 }) }) },
);
type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never;
type Ask = typeof ask extends fc.Arbitrary<infer Value> ? Value : never;

interface Running {
  readonly process: IdempotencyKeys;
  readonly hold: Hold;
  readonly body: string;
  leasedUntil: number;
  dead: boolean;
}

interface Known {
  readonly body: string;
  readonly expiresAt: number;
  running?: Running;
  answer?: string;
}

class World {
  readonly #databases: readonly Database[];
  readonly #organisationId: string;
  readonly #known = new Map<string, Known>();
  readonly #dead: { readonly key: string; readonly running: Running }[] = [];
  #processes: IdempotencyKeys[] = [];
  #now = 0;
  #answers = 0;

  constructor(databases: readonly Database[], organisationId: string) {
    this.#databases = databases;
    this.#organisationId = organisationId;
  }

  async open(): Promise<void> {
    for (const database of this.#databases) this.#processes.push(await openTestIdempotencyKeys(database));
  }

  async close(): Promise<void> {
    await Promise.all(this.#processes.map((process) => process.close()));
  }

  async step(operation: Operation): Promise<void> {
    switch (operation.kind) {
      case 'ask':
        return await this.#ask(Array.from({ length: operation.times }, () => operation.ask));
      case 'end': {
        const running = this.#known.get(operation.key)?.running;
        return running && !running.dead ? await this.#end(operation.key, running, operation.ending) : undefined;
      }
      case 'at_once':
        return await this.#atOnce(operation.asks, operation.end);
      case 'die':
        return await this.#die(operation.process % this.#processes.length);
      case 'late': {
        const late = this.#dead.shift();
        return late && (await this.#end(late.key, late.running, operation.ending));
      }
      case 'pass':
        return await this.#pass(operation.seconds);
      case 'purge':
        // What is removed does not come back when a clock is set back.
        for (const key of KEYS) if (!this.#current(key)) this.#known.delete(key);
        return await this.#process(operation.process).purge();
    }
  }

  /** All ask the same at once. What they may see is known before. */
  async #ask(asks: readonly Ask[]): Promise<void> {
    const [{ key, body, process } = asks[0] as Ask] = asks;
    const known = this.#current(key);
    const claims = await Promise.all(asks.map((_, index) => this.#claim({ key, body, process: process + index })));
    const kinds = claims.map(({ kind }) => kind).sort();
    const all = (kind: Claim['kind']) => asks.map(() => kind);
    if (known && known.body !== body) expect(kinds).toEqual(all('other_request'));
    else if (known?.answer !== undefined) {
      expect(kinds).toEqual(all('ended'));
      for (const claim of claims) expect(await textOf(claim)).toBe(known.answer);
    } else if (known?.running && !this.#isFree(known.running)) expect(kinds).toEqual(all('running'));
    else expect(kinds).toEqual(['held', ...all('running').slice(1)]);
    this.#begin(key, body, claims);
  }

  /** Different requests and the end of a run meet. Whatever their order, one of them at most runs for each key. */
  async #atOnce(asks: readonly Ask[], end: { readonly key: string; readonly ending: string } | null): Promise<void> {
    const before = new Map(KEYS.map((key) => [key, this.#current(key)] as const));
    const running = end && this.#known.get(end.key)?.running;
    const claiming = Promise.all(asks.map((each) => this.#claim(each)));
    const ended = end && running && !running.dead ? this.#end(end.key, running, end.ending) : undefined;
    const claims = await claiming;
    await ended;
    for (const key of KEYS) {
      const own = asks
        .map((each, index) => ({ ...each, claim: claims[index] as Claim }))
        .filter((each) => each.key === key);
      const held = own.filter(({ claim }) => claim.kind === 'held');
      const known = before.get(key);
      const mayBegin =
        !known || (known.running && (this.#isFree(known.running) || (end?.key === key && end.ending === 'release')));
      expect(held.length).toBeLessThanOrEqual(mayBegin ? 1 : 0);
      for (const { claim, body } of own) {
        if (claim.kind !== 'ended') continue;
        expect([body, await textOf(claim)]).toEqual([this.#known.get(key)?.body, this.#known.get(key)?.answer]);
      }
      for (const { claim, body } of held) this.#begin(key, body, [claim]);
    }
  }

  async #end(key: string, running: Running, ending: string): Promise<void> {
    const known = this.#known.get(key);
    const isIts = known?.running === running;
    this.#answers += 1;
    const answer = `answer ${this.#answers}`;
    if (ending === 'keep') {
      await running.process.keep(running.hold, 200, Buffer.from(answer));
      if (isIts) Object.assign(known, { answer, running: undefined });
    } else {
      await running.process.release(running.hold);
      if (isIts && this.#known.get(key) === known) this.#known.delete(key);
    }
  }

  /** Its runs are never heard of again, or too late; another process takes its place. */
  async #die(index: number): Promise<void> {
    const dead = this.#processes[index] as IdempotencyKeys;
    for (const [key, { running }] of this.#known) {
      if (running?.process !== dead) continue;
      running.dead = true;
      this.#dead.push({ key, running });
    }
    await dead.close();
    const database = this.#databases[index] as Database;
    this.#processes[index] = await openTestIdempotencyKeys(database);
    if (database.kind === 'postgresql') return;
    for (const { running } of this.#known.values()) if (running) running.leasedUntil = this.#now;
  }

  /** Whoever lives renews in time. Nothing that lives lasts a day. */
  async #pass(seconds: number): Promise<void> {
    const living = [...this.#known].flatMap(([key, { running }]) =>
      running && !running.dead ? [{ key, running }] : [],
    );
    if (seconds >= REMEMBERED) for (const { key, running } of living.splice(0)) await this.#end(key, running, 'keep');
    await passTime(this.#databases[0] as Database, seconds);
    this.#now += seconds;
    await Promise.all(this.#processes.map((process) => process.renew()));
    for (const { running } of living) running.leasedUntil = this.#now + LEASE;
  }

  #begin(key: string, body: string, claims: readonly Claim[]): void {
    for (const claim of claims) {
      if (claim.kind !== 'held') continue;
      const process = this.#owners.get(claim.hold.id) as IdempotencyKeys;
      const running = { process, hold: claim.hold, body, leasedUntil: this.#now + LEASE, dead: false };
      this.#known.set(key, { body, expiresAt: this.#now + REMEMBERED, running });
    }
  }

  readonly #owners = new Map<string, IdempotencyKeys>();

  async #claim({ key, body, process: index }: Ask): Promise<Claim> {
    const process = this.#process(index);
    const fingerprint = createHash('sha256').update(body).digest();
    const claim = await process.claim({ organisationId: this.#organisationId, mode: 'live', key, fingerprint });
    if (claim.kind === 'held') this.#owners.set(claim.hold.id, process);
    return claim;
  }

  #process(index: number): IdempotencyKeys {
    return this.#processes[index % this.#processes.length] as IdempotencyKeys;
  }

  #current(key: string): Known | undefined {
    const known = this.#known.get(key);
    return known && known.expiresAt > this.#now ? known : undefined;
  }

  #isFree = ({ dead, leasedUntil }: Running): boolean => dead && leasedUntil <= this.#now;
}

async function textOf(claim: Claim): Promise<string | undefined> {
  return claim.kind === 'ended' ? (await claim.answer.read())?.toString() : undefined;
}

describe.each(DATABASE_KINDS)('whatever happens to idempotency keys on %s', (kind) => {
  let made: TestDatabase;
  let databases: Database[];
  beforeAll(async () => {
    made = await makeDatabase(kind);
    databases = [await openDatabase(made.config)];
    // The embedded database is for one process.
    if (kind === 'postgresql') databases.push(await openDatabase(made.config));
  });
  afterAll(async () => {
    for (const database of databases ?? []) await database.close();
    await made?.remove();
  });

  it('one request runs for each at a time, and what it was answered is answered for a day', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 5, maxLength: 30 }), async (operations) => {
        const world = new World(databases, await addOrganisation(databases[0] as Database, 'Press'));
        await world.open();
        try {
          for (const each of operations) await world.step(each as Operation);
        } finally {
          await world.close();
        }
      }),
      { numRuns: 25 },
    );
  });
});
