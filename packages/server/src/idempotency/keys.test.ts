import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_RETENTION } from '../config/retention.ts';
import type { Database } from '../data/database.ts';
import { createLog } from '../log/log.ts';
import { SHORT_LIVED } from '../retention/kinds.ts';
import { purge } from '../retention/purge.ts';
import { addOrganisation, dumpDatabase, emptyDatabase } from '../testing/accounts.ts';
import { describeOnDatabases } from '../testing/database.ts';
import { openTestIdempotencyKeys, passTime } from '../testing/idempotency.ts';
import type { Claim, Hold, IdempotencyKeys } from './keys.ts';
import { purgeIdempotency } from './purge.ts';

const HOUR = 3_600;
const ANSWER = Buffer.from('%PDF-1.7 an answer');
const fingerprint = (text: string) => createHash('sha256').update(text).digest();

describeOnDatabases('idempotency keys', (opened) => {
  let database: Database;
  let keys: IdempotencyKeys;
  /** Another process on the same database. */
  let other: IdempotencyKeys;
  let organisationId: string;
  let logged: string[];
  beforeEach(async () => {
    database = opened();
    logged = [];
    const log = createLog('trace', { write: (line) => logged.push(line) });
    [keys, other] = [await openTestIdempotencyKeys(database, { log }), await openTestIdempotencyKeys(database)];
    organisationId = await addOrganisation(database, 'Press');
  });
  afterEach(async () => {
    await keys.close();
    await other.close();
    await emptyDatabase(database);
  });

  const claim = (body = 'a', { of = keys, key = 'invoice-1', mode = 'live', organisation = organisationId } = {}) =>
    of.claim({ organisationId: organisation, mode, key, fingerprint: fingerprint(body) });
  const rows = () => database.system.selectFrom('idempotency_keys').selectAll().execute();
  const parts = () => database.system.selectFrom('idempotency_parts').select(['id', 'part']).execute();

  it('stand for one request: it runs, then has its answer, and no other is taken for it', async () => {
    const hold = held(await claim());
    for (const each of [keys, other]) {
      expect(await claim('a', { of: each })).toEqual({ kind: 'running' });
      expect(await claim('b', { of: each })).toEqual({ kind: 'other_request' });
    }
    await keys.keep(hold, 201, ANSWER);
    for (const each of [keys, other]) {
      expect(await answerOf(await claim('a', { of: each }))).toEqual([201, ANSWER]);
      expect(await claim('b', { of: each })).toEqual({ kind: 'other_request' });
    }
  });

  it('are free again when what ran came to nothing, for another request too', async () => {
    await keys.release(held(await claim('a')));
    expect(await rows()).toEqual([]);
    held(await claim('b', { of: other }));
  });

  it('begin one run, however many ask in however many processes, and one again when it has expired', async () => {
    for (let round = 0; round < 10; round += 1) {
      const key = `round-${round % 5}`;
      const asked = Array.from({ length: 30 }, (_, index) => claim('a', { key, of: index % 2 ? keys : other }));
      const claims = await Promise.all(asked);
      expect(claims.map(({ kind }) => kind).sort()).toEqual(['held', ...Array(29).fill('running')]);
      const index = claims.findIndex(({ kind }) => kind === 'held');
      await (index % 2 ? keys : other).keep(held(claims[index] as Claim), 200, ANSWER);
      // A day, when its turn comes again.
      await passTime(database, 5 * HOUR);
    }
  });

  it('are of one organisation, and of its test or its live requests', async () => {
    await keys.keep(held(await claim()), 200, ANSWER);
    held(await claim('a', { mode: 'test' }));
    held(await claim('a', { organisation: await addOrganisation(database, 'Other') }));
  });

  it('are forgotten after 24 hours', async () => {
    await keys.keep(held(await claim()), 200, ANSWER);
    await passTime(database, 24 * HOUR - 60);
    expect((await claim()).kind).toBe('ended');
    await passTime(database, 61);
    const hold = held(await claim('another body'));
    await keys.keep(hold, 200, Buffer.from('new'));
    expect(await answerOf(await claim('another body'))).toEqual([200, Buffer.from('new')]);
  });

  describe('whose process has died', () => {
    it('are free half a minute later, for the same request, once', async () => {
      const lost = held(await claim());
      await passTime(database, 29);
      expect((await claim('a', { of: other })).kind).toBe('running');
      await passTime(database, 2);
      expect((await claim('b', { of: other })).kind).toBe('other_request');
      const again = await Promise.all([1, 2, 3].map(() => claim('a', { of: other })));
      expect(again.map(({ kind }) => kind).sort()).toEqual(['held', 'running', 'running']);
      // It was not dead after all, and is late.
      await keys.keep(lost, 200, Buffer.from('late'));
      await keys.release(lost);
      expect((await claim('a', { of: other })).kind).toBe('running');
      await other.keep(again.map(heldIfAny).find(Boolean) as Hold, 200, ANSWER);
      for (const each of [keys, other]) expect(await answerOf(await claim('a', { of: each }))).toEqual([200, ANSWER]);
    });

    it('name the runs that were lost, until one is answered or given up', async () => {
      const ids: string[] = [];
      for (let count = 0; count < 3; count += 1) {
        const process = await openTestIdempotencyKeys(database);
        const taken = await claim('a', { of: process });
        expect(taken.kind === 'held' && taken.lost).toEqual(ids);
        ids.push(held(taken).id);
        await process.close();
        await passTime(database, 31);
      }
      const last = held(await claim());
      await keys.release(last);
      const fresh = await claim();
      expect(fresh.kind === 'held' && fresh.lost).toEqual([]);
      await passTime(database, 25 * HOUR);
      const expired = await claim('a', { of: other });
      expect(expired.kind === 'held' && expired.lost).toEqual([]);
    });

    it('are held on as long as it lives', async () => {
      const hold = held(await claim());
      for (let minute = 0; minute < 6; minute += 1) {
        await passTime(database, 20);
        await keys.renew();
        expect((await claim('a', { of: other })).kind).toBe('running');
      }
      await keys.keep(hold, 200, ANSWER);
      expect(await answerOf(await claim('a', { of: other }))).toEqual([200, ANSWER]);
    });

    it('are free at once where no other process can be using them', async () => {
      held(await claim());
      const restarted = await openTestIdempotencyKeys(database);
      expect((await claim('a', { of: restarted })).kind).toBe(database.kind === 'pglite' ? 'held' : 'running');
      await restarted.close();
    });
  });

  it('do not follow a clock that is set: who holds one in this process keeps it', async () => {
    const hold = held(await claim());
    for (const seconds of [3 * 24 * HOUR, -6 * 24 * HOUR]) {
      await passTime(database, seconds);
      expect((await claim()).kind).toBe('running');
    }
    await keys.keep(hold, 200, ANSWER);
    expect(await answerOf(await claim())).toEqual([200, ANSWER]);
  });

  describe('and their answers', () => {
    it('are in the database neither as they are nor as they were asked for', async () => {
      const canary = 'CaNaRy6120';
      const hold = held(await claim(canary, { key: `${canary}-key` }));
      await keys.keep(hold, 200, Buffer.from(`${canary} answer`));
      expect((await rows()).length).toBe(1);
      expect(await dumpDatabase(database)).not.toContain(canary);
      expect(logged.join('')).not.toContain(canary);
    });

    it('of any size come back byte for byte', async () => {
      for (const size of [0, 1, 1024 * 1024 - 33, 1024 * 1024, 3.5 * 1024 * 1024]) {
        const key = `size-${size}`;
        const bytes = randomBytes(size);
        await keys.keep(held(await claim('a', { key })), 200, bytes);
        const [, read] = await answerOf(await claim('a', { key, of: other }));
        expect(read && Buffer.compare(read, bytes)).toBe(0);
      }
      expect((await parts()).length).toBe(1 + 3);
    });

    it('open for nobody else, and are gone if they were changed', async () => {
      await keys.keep(held(await claim()), 200, ANSWER);
      const theirs = await addOrganisation(database, 'Other');
      await other.keep(held(await claim('a', { of: other, organisation: theirs })), 200, Buffer.from('theirs'));
      await sql`
        update idempotency_keys set answer = (
          select answer from idempotency_keys where organisation_id = ${organisationId}
        )
      `.execute(database.system);
      expect(await answerOf(await claim())).toEqual([200, ANSWER]);
      expect(await answerOf(await claim('a', { organisation: theirs }))).toEqual([200, undefined]);
      await sql`update idempotency_keys set answer = set_byte(answer, 20, get_byte(answer, 20) # 1)`.execute(
        database.system,
      );
      expect(await answerOf(await claim())).toEqual([200, undefined]);
    });

    it('are remembered without their bytes where those may not be kept', async () => {
      const without = await openTestIdempotencyKeys(database, { keepAnswers: false });
      await without.keep(held(await claim('a', { of: without })), 200, without.keepAnswers ? ANSWER : undefined);
      expect(await answerOf(await claim())).toEqual([200, undefined]);
      await without.close();
    });

    it('are remembered, without their bytes, when the database was away at the end of a run', async () => {
      const hold = held(await claim());
      await sql`alter table idempotency_keys rename to away`.execute(database.system);
      await keys.keep(hold, 200, ANSWER);
      await sql`alter table away rename to idempotency_keys`.execute(database.system);
      expect(logged.join('')).toContain('"event":"records_unwritten","kind":"idempotency"');
      expect((await claim()).kind).toBe('running');
      await keys.renew();
      for (const each of [keys, other])
        expect(await answerOf(await claim('a', { of: each }))).toEqual([200, undefined]);
    });
  });

  describe('the purge', () => {
    const keepSome = async (count: number, size: number) => {
      for (let index = 0; index < count; index += 1) {
        await keys.keep(held(await claim('a', { key: `key-${index}` })), 200, Buffer.alloc(size, index));
        await passTime(database, 1);
      }
    };

    it('removes what has expired, as often as it is called', async () => {
      await keepSome(7, 10);
      await passTime(database, 24 * HOUR - 3);
      // The last two are not over yet.
      const parts = { database, objects: { remove: async () => {} }, periods: DEFAULT_RETENTION };
      expect(await purge(parts, SHORT_LIVED)).toBe(5);
      expect(await purge(parts, SHORT_LIVED)).toBe(0);
      expect((await rows()).length).toBe(2);
      await passTime(database, HOUR);
      await Promise.all([purge(parts, SHORT_LIVED), purge(parts, SHORT_LIVED)]);
      expect(await rows()).toEqual([]);
    });

    it('removes parts that belong to no answer any more, and no others', async () => {
      await keepSome(2, 1.5 * 1024 * 1024);
      const [first] = await rows();
      await sql`delete from idempotency_keys where id = ${first?.id}`.execute(database.system);
      await keys.purge();
      expect((await parts()).map(({ id }) => id)).toEqual((await rows()).map(({ id }) => id));
      const { id } = held(await claim('a', { key: 'running' }));
      const bytes = Buffer.alloc(1);
      await database.system
        .insertInto('idempotency_parts')
        .values({ organisation_id: organisationId, id, part: 1, bytes })
        .execute();
      await keys.purge();
      expect((await parts()).length).toBe(2);
    });

    it('removes the oldest answers of an organisation that keeps too much; their keys stay', async () => {
      await keepSome(5, 1_000);
      const theirs = await addOrganisation(database, 'Other');
      await keys.keep(held(await claim('a', { organisation: theirs })), 200, ANSWER);
      expect(await purgeIdempotency(database, { mostKept: 2_500, batch: 2 })).toBe(3);
      const answers = await Promise.all([0, 1, 2, 3, 4].map((index) => claim('a', { key: `key-${index}` })));
      const kept = await Promise.all(answers.map(answerOf));
      expect(kept.map(([, bytes]) => bytes?.[0])).toEqual([undefined, undefined, undefined, 3, 4]);
      expect(await answerOf(await claim('a', { organisation: theirs }))).toEqual([200, ANSWER]);
    });
  });
});

const heldIfAny = (claim: Claim): Hold | undefined => (claim.kind === 'held' ? claim.hold : undefined);

function held(claim: Claim): Hold {
  expect(claim.kind).toBe('held');
  return heldIfAny(claim) as Hold;
}

async function answerOf(claim: Claim): Promise<readonly [number, Buffer | undefined]> {
  if (claim.kind !== 'ended') throw new Error(`The key is ${claim.kind}.`);
  return [claim.answer.status, await claim.answer.read()];
}
