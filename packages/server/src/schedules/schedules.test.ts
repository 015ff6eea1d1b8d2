import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLog } from '../log/log.ts';
import { type AccountsService, emptyDatabase, startAccountsService, stoppedClock } from '../testing/accounts.ts';
import { signUpFirst, signUpInvited } from '../testing/browser.ts';
import { describeOnDatabases } from '../testing/database.ts';
import { engineDouble, result } from '../testing/engine-double.ts';
import type { Schedules } from './open.ts';
import { Scheduler } from './scheduler.ts';
import { MOST_SCHEDULES } from './store.ts';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const REQUEST = { source: { html: '<p>canary-in-html' } };

describeOnDatabases('schedules', (database) => {
  let service: AccountsService;
  let schedules: Schedules;
  let clock: ReturnType<typeof stoppedClock>;
  beforeEach(async () => {
    await emptyDatabase(database());
    // Half past eight, on a Tuesday.
    clock = stoppedClock(Date.UTC(2030, 0, 1, 8, 30));
    service = await startAccountsService(database(), { clock, engine: engineDouble(async () => result()) });
    schedules = service.schedules as Schedules;
  });
  afterEach(() => service.close());

  const ask = (method: string, path: string, body?: unknown, key?: string) =>
    service.ask(method, `/v1/schedules${path}`, { body, key });
  const make = async (over: object = {}, key?: string) =>
    (await ask('POST', '', { name: 'Daily', cron: '0 9 * * *', request: REQUEST, ...over }, key)).body.schedule;
  const read = async (id: string) => (await ask('GET', `/${id}`)).body.schedule;
  const runsOf = async (id: string) => (await service.ask('GET', `/v1/jobs?schedule=${id}`)).body.data;
  const look = () => schedules.scheduler.look();

  it('make a job at each time, and say when the next one is', async () => {
    const made = await make({ timezone: 'Europe/Berlin', cron: '0 10 * * *', request: { ...REQUEST, tag: 'daily' } });
    expect(made).toMatchObject({
      name: 'Daily',
      format: 'pdf',
      tag: 'daily',
      owner: 'bootstrap',
      next_at: '2030-01-01T09:00:00.000Z',
      paused: null,
      last_run: null,
    });
    await look();
    expect(await runsOf(made.id)).toEqual([]);
    clock.time += 30 * MINUTE;
    await look();
    await look();
    const [run, ...others] = await runsOf(made.id);
    expect(others).toEqual([]);
    expect(await read(made.id)).toMatchObject({
      next_at: '2030-01-02T09:00:00.000Z',
      last_run: { at: '2030-01-01T09:00:00.000Z', job: run.id, error_code: null },
    });
    const { job } = (await service.ask('GET', `/v1/jobs/${run.id}?wait=20`)).body;
    expect(job).toMatchObject({ status: 'succeeded', schedule: made.id, tag: 'daily', credits: 1 });
  });

  it('keep what is asked for sealed, and do not show it again', async () => {
    const made = await make();
    expect(JSON.stringify([made, await read(made.id), (await ask('GET', '')).body])).not.toContain('canary');
    const rows = await database().system.selectFrom('schedules').select('request').execute();
    expect(rows[0]?.request.includes('canary')).toBe(false);
  });

  it('make a run once, however many processes look', async () => {
    const made = await make();
    clock.time += DAY;
    const log = createLog('silent', { write: () => {} });
    const others = Array.from(
      { length: 5 },
      () => new Scheduler({ database: database(), service: schedules.service, clock, log }),
    );
    await Promise.all(others.map((each) => each.look()));
    expect(await runsOf(made.id)).toHaveLength(1);
  });

  it('make up once for what was missed while nothing ran', async () => {
    const made = await make({ cron: '* * * * *' });
    clock.time += 3 * DAY;
    await look();
    expect(await runsOf(made.id)).toHaveLength(1);
    expect((await read(made.id)).next_at).toBe('2030-01-04T08:31:00.000Z');
  });

  it('make the run of a process that died while it was at it', async () => {
    const made = await make();
    clock.time += 30 * MINUTE;
    expect((await schedules.service.store.claim(new Date(clock.time)))?.id).toBe(made.id);
    await look();
    expect(await runsOf(made.id)).toEqual([]);
    clock.time += MINUTE;
    await look();
    expect(await runsOf(made.id)).toHaveLength(1);
  });

  it('pause, resume, and run when asked', async () => {
    const { id } = await make();
    expect((await ask('PATCH', `/${id}`, { paused: true })).body.schedule).toMatchObject({
      next_at: null,
      paused: { reason: 'requested', error_code: null, at: '2030-01-01T08:30:00.000Z' },
    });
    clock.time += DAY;
    await look();
    expect(await runsOf(id)).toEqual([]);
    const run = await ask('POST', `/${id}/run`);
    expect(run).toMatchObject({ status: 202, body: { queued: true, status_url: `/v1/jobs/${run.body.id}` } });
    expect(run.headers.get('location')).toBe(run.body.status_url);
    expect((await runsOf(id)).map((job: { id: string }) => job.id)).toEqual([run.body.id]);
    expect(await read(id)).toMatchObject({ next_at: null, last_run: { job: run.body.id } });
    expect((await ask('PATCH', `/${id}`, { paused: false })).body.schedule).toMatchObject({
      next_at: '2030-01-02T09:00:00.000Z',
      paused: null,
    });
  });

  it('change what is named, and are deleted', async () => {
    const { id } = await make();
    const change = { name: 'Weekly', cron: '0 7 * * SUN', timezone: 'Asia/Tokyo', format: 'image' };
    expect((await ask('PATCH', `/${id}`, change)).body.schedule).toMatchObject({
      ...change,
      next_at: '2030-01-05T22:00:00.000Z',
    });
    expect((await ask('PATCH', `/${id}`, { request: { template_id: 'none' } })).status).toBe(404);
    const other = await make({ name: 'Other' });
    const first = await ask('GET', '?limit=1');
    expect(first.body).toMatchObject({ has_more: true, data: [{ id: other.id }] });
    expect((await ask('GET', `?cursor=${first.body.next_cursor}`)).body).toMatchObject({
      has_more: false,
      data: [{ id }],
    });
    expect((await ask('DELETE', `/${id}`)).body).toEqual({ success: true, id });
    expect((await ask('GET', `/${id}`)).status).toBe(404);
  });

  it('pause with the reason when their key has ended, and go on for whoever resumes them', async () => {
    const key = await service.makeKey({ scopes: ['jobs:write', 'convert:pdf'] });
    const { id, owner } = await make({}, key.secret);
    expect(owner).toBe(key.id);
    await service.ask('DELETE', `/v1/keys/${key.id}`);
    clock.time += DAY;
    await look();
    expect(await runsOf(id)).toEqual([]);
    expect(await read(id)).toMatchObject({ next_at: null, paused: { reason: 'owner_ended' } });
    expect(service.logged()).toContain('"event":"schedule_paused"');
    expect(await ask('POST', `/${id}/run`)).toMatchObject({
      status: 409,
      body: { error_code: 'schedule_without_owner' },
    });
    // Another name makes it nobody's else.
    expect((await ask('PATCH', `/${id}`, { name: 'Renamed' })).body.schedule).toMatchObject({ owner: key.id });
    expect((await ask('PATCH', `/${id}`, { paused: false })).body.schedule).toMatchObject({ owner: 'bootstrap' });
    clock.time += DAY;
    await look();
    expect(await runsOf(id)).toHaveLength(1);
  });

  it('pause when their key lost its scope or expired, and follow one that is rotated', async () => {
    const expires_at = new Date(clock.time + 2 * DAY);
    const [narrowed, expired, rotated] = [
      await service.makeKey({ scopes: ['jobs:write', 'convert:pdf'] }),
      await service.makeKey({ scopes: ['jobs:write', 'convert:pdf'], expires_at }),
      await service.makeKey({ scopes: ['jobs:write', 'convert:pdf'] }),
    ];
    const ids = [];
    for (const { secret } of [narrowed, expired, rotated]) ids.push((await make({}, secret)).id);
    await service.ask('PATCH', `/v1/keys/${narrowed.id}`, { body: { scopes: ['jobs:write'] } });
    expect((await service.ask('POST', `/v1/keys/${rotated.id}/rotate`, { body: {} })).status).toBeLessThan(300);
    clock.time += 3 * DAY;
    await look();
    expect(await read(ids[0])).toMatchObject({ paused: { reason: 'owner_lacks_right' } });
    expect(await read(ids[1])).toMatchObject({ paused: { reason: 'owner_ended' } });
    expect(await runsOf(ids[2])).toHaveLength(1);
  });

  it('of a person pause when the person has left', async () => {
    clock.time = Date.now();
    const owner = await signUpFirst(service);
    const person = await signUpInvited(service, { owner, role: 'developer', email: 'dev@example.com' });
    const made = await person.post('/v1/schedules', { name: 'Mine', cron: '* * * * *', request: REQUEST });
    expect(made.status).toBe(201);
    const { id } = made.body.schedule;
    clock.time += 2 * MINUTE;
    await look();
    expect((await read(id)).last_run).toMatchObject({ error_code: null });
    await database().system.deleteFrom('members').where('role', '=', 'developer').execute();
    clock.time += 2 * MINUTE;
    await look();
    expect(await read(id)).toMatchObject({ paused: { reason: 'owner_ended' } });
  });

  it('tell of a run that could not be paid, and go on', async () => {
    const key = await service.makeKey({ scopes: ['jobs:write', 'convert:pdf'], monthly_credit_cap: 1 });
    const { id } = await make({}, key.secret);
    for (const day of [1, 2]) {
      clock.time = Date.UTC(2030, 0, day, 9);
      await look();
    }
    expect(await runsOf(id)).toHaveLength(1);
    expect(await read(id)).toMatchObject({
      next_at: '2030-01-03T09:00:00.000Z',
      last_run: { at: '2030-01-02T09:00:00.000Z', job: null, error_code: 'credits_exhausted' },
    });
  });

  it('pause when their template is gone', async () => {
    const body = { slug: 'report', name: 'Report', content: '<p>x' };
    const { template } = (await service.ask('POST', '/v1/templates', { body })).body;
    const { id } = await make({ request: { template_id: 'report@draft' } });
    expect((await read(id)).template).toBe(template.id);
    await service.ask('DELETE', `/v1/templates/${template.id}`);
    clock.time += DAY;
    await look();
    expect(await read(id)).toMatchObject({ paused: { reason: 'request_refused', error_code: 'not_found' } });
    // What cannot be done can still be paused, and renamed.
    expect((await ask('PATCH', `/${id}`, { paused: true, name: 'Old' })).body.schedule).toMatchObject({
      name: 'Old',
      paused: { reason: 'request_refused' },
    });
  });

  it('are tried again when the database is away for a moment', async () => {
    const { id } = await make();
    clock.time += DAY;
    await sqlRename('jobs', 'jobs_away');
    await look();
    await sqlRename('jobs_away', 'jobs');
    expect(service.logged()).toContain('"event":"schedule_delayed"');
    expect((await read(id)).last_run).toBeNull();
    clock.time += MINUTE;
    await look();
    expect(await runsOf(id)).toHaveLength(1);
  });

  const sqlRename = async (from: string, to: string) =>
    await database().system.schema.alterTable(from).renameTo(to).execute();

  it('say at their place what is wrong with what is asked for', async () => {
    const refused = async (body: object, key?: string) => {
      const { status, body: answer } = await ask(
        'POST',
        '',
        { name: 'x', cron: '0 9 * * *', request: REQUEST, ...body },
        key,
      );
      return [status, answer.error_code, answer.errors[0]?.pointer];
    };
    expect(await refused({ cron: '* * * * * *' })).toEqual([400, 'invalid_request', '/cron']);
    expect(await refused({ timezone: 'Mars/Base' })).toEqual([400, 'invalid_request', '/timezone']);
    expect(await refused({ request: {} })).toEqual([400, 'exactly_one_input', '/request/source']);
    expect(await refused({ request: { ...REQUEST, async: true } })).toEqual([400, 'invalid_request', '/request/async']);
    expect(await refused({ request: { ...REQUEST, papr: 'a4' } })).toEqual([400, 'unknown_field', '/request/papr']);
    expect(await refused({ request: 'x' })).toEqual([400, 'invalid_request', '/request']);
    const { secret } = await service.makeKey({ scopes: ['jobs:write', 'convert:text'] });
    expect((await refused({}, secret)).slice(0, 2)).toEqual([403, 'insufficient_scope']);
    const { id } = await make();
    expect((await ask('POST', `/${id}/run`, undefined, secret)).status).toBe(403);
    expect((await ask('PATCH', `/${id}`, { cron: '@daily' }, secret)).status).toBe(403);
  });

  it('are 100 in an organization at most', async () => {
    const { id } = await make();
    const row = await database()
      .system.selectFrom('schedules')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const more = Array.from({ length: MOST_SCHEDULES - 2 }, (_, index) => ({ ...row, id: `sch_${index}` }));
    await database().system.insertInto('schedules').values(more).execute();
    const body = { name: 'x', cron: '@daily', request: REQUEST };
    const both = await Promise.all([ask('POST', '', body), ask('POST', '', body)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(both.find(({ status }) => status === 409)?.body.error_code).toBe('schedule_limit');
  });
});
