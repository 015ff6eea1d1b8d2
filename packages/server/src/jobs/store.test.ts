import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import type { Job as MeteredJob } from '../credits/ledger.ts';
import { monthAt } from '../credits/periods.ts';
import type { Database } from '../data/database.ts';
import { newId } from '../data/ids.ts';
import { addOrganisation, emptyDatabase } from '../testing/accounts.ts';
import { describeOnDatabases } from '../testing/database.ts';
import type { NewJob } from './new-job.ts';
import { JobSignals } from './signals.ts';
import { ATTEMPTS, type Held, JobStore, type Success } from './store.ts';

const NOW = Date.UTC(2030, 4, 15, 12);
const LIMITS = { jobs: 50, bytes: 1_000_000 };

describeOnDatabases('jobs', (opened) => {
  let database: Database;
  let store: JobStore;
  let organisationId: string;
  beforeEach(async () => {
    database = opened();
    await emptyDatabase(database);
    store = new JobStore({ database, signals: new JobSignals() });
    organisationId = await addOrganisation(database, 'Jobs');
  });

  const entry = (over: Partial<NewJob> = {}): NewJob => ({
    id: newId('job'),
    organisationId,
    actor: 'key_1',
    priority: 'normal',
    format: 'pdf',
    sandbox: false,
    request: Buffer.from('sealed'),
    startWithin: 3_600,
    keep: 3_600,
    ...over,
  });
  const metered = (id: string, included = 10, units = 1, organisation = organisationId): MeteredJob => ({
    id,
    organisationId: organisation,
    at: NOW,
    shares: [{ pool: 'credits', ...monthAt(NOW), included, overage: 0, price: 0, units }],
  });
  const accept = async (over: Partial<NewJob> = {}, included = 10) => {
    const job = entry(over);
    return { job, answer: await store.accept(job, metered(job.id, included, 1, job.organisationId), LIMITS) };
  };
  const success = (id: string, credits = 1): Success => ({
    outputs: [
      { position: 0, format: 'pdf', contentType: 'application/pdf', bytes: 3, sha256: 'ab', object: newId('obj') },
    ],
    capture: { job: metered(id, 10, credits), facts: { format: 'pdf', bytes: 3 } },
    credits,
    pages: 1,
    bytes: 3,
  });
  const outcome = Buffer.from('outcome');
  const balance = async () =>
    await database.system
      .selectFrom('credit_balances')
      .select(['used', 'reserved'])
      .where('organisation_id', '=', organisationId)
      .executeTakeFirst();
  const loseLeases = () =>
    sql`update jobs set lease_until = now() - interval '1 s' where state = 'processing'`.execute(database.system);
  const waiting = async () =>
    await database.system
      .selectFrom('job_queues')
      .select(['waiting', 'waiting_bytes'])
      .where('organisation_id', '=', organisationId)
      .executeTakeFirst();

  it('is begun in the moment that it is accepted, but not before those that wait, of whomever', async () => {
    const begin = async (organisation = organisationId) => {
      const job = entry({ organisationId: organisation });
      const reservation = metered(job.id, 10, 1, organisation);
      return { job, answer: await store.accept(job, reservation, LIMITS, { worker: 'own' }) };
    };
    const first = await begin();
    expect(first.answer).toEqual({ kind: 'accepted', begun: true });
    expect(await store.get(organisationId, first.job.id)).toMatchObject({
      state: 'processing',
      worker: 'own',
      attempts: 1,
      fence: 1,
    });
    expect(await store.claim('other')).toBeUndefined();
    expect([await waiting(), await balance()]).toEqual([
      { waiting: 0, waiting_bytes: 0 },
      { used: 0, reserved: 1 },
    ]);
    const states = async () => (await store.events(organisationId, first.job.id, 0)).map(({ state }) => state);
    expect(await states()).toEqual(['queued', 'processing']);
    // Somebody else's waits: it comes first, whoever asks.
    const other = await addOrganisation(database, 'Other');
    const { job: earlier } = await accept({ organisationId: other });
    const second = await begin();
    expect(second.answer).toEqual({ kind: 'accepted', begun: false });
    expect((await store.claim('own'))?.id).toBe(earlier.id);
    expect((await store.claim('own'))?.id).toBe(second.job.id);
    // One whose worker has died is done by another.
    await loseLeases();
    await store.sweep();
    const again = [await store.claim('b'), await store.claim('b'), await store.claim('b')];
    const held = again.find((job) => job?.id === first.job.id);
    expect(held).toMatchObject({ fence: 2, attempts: 2, request: Buffer.from('sealed') });
    expect(await store.succeed({ id: first.job.id, fence: 1 }, success(first.job.id), outcome)).toEqual({
      kind: 'lost',
    });
    expect(await store.succeed(held as Held, success(first.job.id), outcome)).toEqual({ kind: 'ended' });
  });

  it('sets aside, is done by one worker, and is charged with its result', async () => {
    const { job } = await accept();
    expect(await balance()).toEqual({ used: 0, reserved: 1 });
    const [first, second] = await Promise.all([store.claim('a'), store.claim('b')]);
    const held = first ?? second;
    expect([first, second].filter(Boolean)).toHaveLength(1);
    expect(held).toMatchObject({ id: job.id, state: 'processing', attempts: 1, fence: 1 });
    expect(await store.succeed(held as Held, success(job.id, 2), outcome)).toEqual({ kind: 'ended' });
    expect(await balance()).toEqual({ used: 2, reserved: 0 });
    expect(await store.get(organisationId, job.id)).toMatchObject({
      state: 'succeeded',
      credits: 2,
      pages: 1,
      outcome,
      error_code: null,
    });
    expect(await store.request(organisationId, job.id)).toBeNull();
    expect(await store.outputs(organisationId, job.id)).toMatchObject([{ bytes: 3, format: 'pdf' }]);
    expect((await store.events(organisationId, job.id, 1)).map(({ state }) => state)).toEqual([
      'processing',
      'succeeded',
    ]);
    expect(await waiting()).toEqual({ waiting: 0, waiting_bytes: 0 });
  });

  it('is refused without credits, and beyond what may wait, and leaves nothing', async () => {
    expect((await accept({}, 0)).answer).toMatchObject({ kind: 'refused', shortage: { refused: 'credits' } });
    const large = entry({ request: Buffer.alloc(LIMITS.bytes + 1) });
    expect(await store.accept(large, metered(large.id), LIMITS)).toEqual({ kind: 'full' });
    expect(await database.system.selectFrom('jobs').select('id').execute()).toEqual([]);
    expect(await waiting()).toMatchObject({ waiting: 0, waiting_bytes: 0 });
    expect(await store.claim('a')).toBeUndefined();
  });

  it('keeps what is set aside for it when its charge is refused, until it ends', async () => {
    const { job } = await accept({}, 2);
    const held = (await store.claim('a')) as Held;
    const dear = { ...success(job.id, 3), capture: { job: metered(job.id, 2, 3), facts: {} } };
    expect(await store.succeed(held, dear, outcome)).toMatchObject({
      kind: 'refused',
      shortage: { refused: 'credits' },
    });
    expect(await balance()).toEqual({ used: 0, reserved: 1 });
    // The worker dies before it has ended the job; another one finds that it costs less.
    await loseLeases();
    await store.sweep();
    const again = (await store.claim('b')) as Held;
    expect(await store.succeed(again, success(job.id, 1), outcome)).toEqual({ kind: 'ended' });
    expect(await balance()).toEqual({ used: 1, reserved: 0 });
  });

  it('a worker that lost its lease writes nothing', async () => {
    const { job } = await accept();
    const late = (await store.claim('late')) as Held;
    await loseLeases();
    expect(await store.sweep()).toBe(1);
    const second = (await store.claim('second')) as Held;
    expect(second).toMatchObject({ id: job.id, fence: 2 });
    expect((await store.renew([late])).size).toBe(0);
    expect(await store.succeed(late, success(job.id, 5), outcome)).toEqual({ kind: 'lost' });
    expect(await store.fail(late, { state: 'failed', errorCode: 'x' }, outcome)).toEqual({ kind: 'lost' });
    expect(await store.handBack(late)).toBe(false);
    expect(await store.succeed(second, success(job.id), outcome)).toEqual({ kind: 'ended' });
    expect(await store.succeed(second, success(job.id), outcome)).toEqual({ kind: 'lost' });
    expect(await balance()).toEqual({ used: 1, reserved: 0 });
    expect(await store.outputs(organisationId, job.id)).toHaveLength(1);
  });

  it('is failed once its attempts are used up', async () => {
    const { job } = await accept();
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      expect(await store.claim('w')).toMatchObject({ attempts: attempt });
      await loseLeases();
      await store.sweep();
    }
    expect(await store.claim('w')).toBeUndefined();
    expect(await store.get(organisationId, job.id)).toMatchObject({ state: 'failed', error_code: 'render_crashed' });
    expect(await balance()).toEqual({ used: 0, reserved: 0 });
  });

  it('what is handed back was no attempt', async () => {
    const { job } = await accept();
    for (let turn = 1; turn <= ATTEMPTS + 2; turn += 1) {
      const held = (await store.claim('w')) as Held;
      expect(held).toMatchObject({ id: job.id, attempts: 1, fence: turn });
      expect(await store.handBack(held)).toBe(true);
    }
    expect(await waiting()).toEqual({ waiting: 1, waiting_bytes: 6 });
  });

  it('is canceled at once while it waits, and by its worker while it runs', async () => {
    const { job: one } = await accept();
    expect(await store.cancel(organisationId, one.id)).toBe('canceled');
    const { job: two } = await accept();
    const held = (await store.claim('w')) as Held;
    expect(held).toMatchObject({ id: two.id });
    expect(await store.cancel(organisationId, two.id)).toBe('processing');
    expect((await store.renew([held])).get(two.id)).toEqual({ cancelRequested: true });
    expect(await store.succeed(held, success(two.id), outcome)).toEqual({ kind: 'canceled' });
    expect(await store.fail(held, { state: 'canceled', errorCode: 'canceled' }, undefined)).toEqual({ kind: 'ended' });
    expect(await balance()).toEqual({ used: 0, reserved: 0 });
    expect(await store.cancel(await addOrganisation(database, 'Other'), two.id)).toBeUndefined();
    expect(await store.cancel(organisationId, two.id)).toBe('canceled');
    expect(await waiting()).toEqual({ waiting: 0, waiting_bytes: 0 });
  });

  it('a result that turns out too dear is not handed out', async () => {
    const { job } = await accept();
    const held = (await store.claim('w')) as Held;
    expect(await store.succeed(held, success(job.id, 11), outcome)).toMatchObject({ kind: 'refused' });
    expect(await store.outputs(organisationId, job.id)).toEqual([]);
    await store.fail(held, { state: 'failed', errorCode: 'credits_exhausted' }, outcome);
    expect(await balance()).toEqual({ used: 0, reserved: 0 });
  });

  it('fails what has waited for too long', async () => {
    const { job } = await accept({ startWithin: -1 });
    expect(await store.sweep()).toBe(1);
    expect(await store.get(organisationId, job.id)).toMatchObject({ state: 'failed', error_code: 'queue_timeout' });
    expect(await balance()).toEqual({ used: 0, reserved: 0 });
  });

  it('takes the highest priority first, and organizations in turn', async () => {
    const other = await addOrganisation(database, 'Other');
    const names = new Map<string, string>();
    const add = async (name: string, over: Partial<NewJob>) => names.set((await accept(over)).job.id, name);
    for (const number of [1, 2, 3]) await add(`batch ${number}`, { priority: 'batch' });
    for (const number of [1, 2, 3]) await add(`mine ${number}`, {});
    for (const number of [1, 2]) await add(`theirs ${number}`, { organisationId: other });
    await add('now', { priority: 'interactive' });
    const order: string[] = [];
    for (let job = await store.claim('w'); job; job = await store.claim('w')) order.push(names.get(job.id) as string);
    expect(order).toEqual([
      'now',
      'theirs 1',
      'mine 1',
      'theirs 2',
      'mine 2',
      'mine 3',
      'batch 1',
      'batch 2',
      'batch 3',
    ]);
  });
});
