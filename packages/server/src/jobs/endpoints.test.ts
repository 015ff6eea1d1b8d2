import { rmSync, writeFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import path from 'node:path';
import { EngineError, ignoredOption } from '@platen/engine';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { API_ERRORS } from '../errors.ts';
import { type AccountsService, addOrganisation, emptyDatabase, startAccountsService } from '../testing/accounts.ts';
import { signUpFirst, signUpInvited } from '../testing/browser.ts';
import { describeOnDatabase } from '../testing/database.ts';
import { type EngineDouble, engineDouble, result } from '../testing/engine-double.ts';
import { startS3 } from '../testing/s3.ts';

const PDF = Buffer.from('%PDF-1.7 double');
const REQUEST = { source: { html: '<p>{{ word }}</p>' }, data: { word: 'canary-in-data' } };

/** Work that goes on until the test lets it. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

describeOnDatabase('jobs by HTTP', (database) => {
  let service: AccountsService;
  let engine: EngineDouble;
  let work: (signal: AbortSignal | undefined) => Promise<ReturnType<typeof result>>;
  beforeEach(async () => {
    await emptyDatabase(database());
    work = async () => result();
    engine = engineDouble((_conversion, { signal }) => work(signal));
    service = await startAccountsService(database(), { engine });
  });
  afterEach(() => service.close());

  const accept = async (over: object = {}, key?: string) =>
    await service.ask('POST', '/v1/convert/pdf', { body: { ...REQUEST, async: true, ...over }, key });
  const ended = async (id: string) => (await service.ask('GET', `/v1/jobs/${id}?wait=20`)).body.job;

  it('keeps the text alone of a job that nobody waits for, and tells it', async () => {
    const details = { metadata: {}, page_html: 'x'.repeat(100_000) };
    const contentType = 'text/markdown; charset=utf-8';
    work = async () => result({ format: 'markdown', contentType, contentMode: 'full', details });
    const body = { ...REQUEST, chunking: 'headings', include: ['page_html'], elements: ['p'] };
    const ask = async (over: object, headers = {}) =>
      await service.ask('POST', '/v1/convert/markdown', { body: { ...body, ...over }, headers });
    const waited = await ask({}, { prefer: 'wait=100' });
    expect([waited.status, waited.body.page_html?.length]).toEqual([200, 100_000]);
    const alone = await ask({ async: true });
    expect(await ended(alone.body.id)).toMatchObject({ status: 'succeeded' });
    expect(engine.asked.map(({ conversion }) => conversion.request.ignored)).toEqual([
      [],
      ['chunking', 'include', 'elements'],
    ]);
    const { rows } = await sql<{ size: number }>`
      select octet_length(outcome) as size from jobs where id = ${alone.body.id}
    `.execute(database().system);
    expect(rows[0]?.size).toBeLessThan(10_000);
    expect((await service.ask('GET', '/v1/jobs')).body.data).toHaveLength(2);
  });

  it('accepts at once, reports every step, and hands out the result until it is removed', async () => {
    const accepted = await accept({ tag: 'monthly' });
    expect(accepted.status).toBe(202);
    expect(accepted.body).toEqual({
      success: true,
      queued: true,
      id: expect.stringMatching(/^job_/),
      status: 'queued',
      status_url: accepted.headers.get('location'),
    });
    const { id } = accepted.body;
    expect(await ended(id)).toMatchObject({
      status: 'succeeded',
      credits: 1,
      pdf_pages: 1,
      tag: 'monthly',
      error: null,
    });
    const events = await service.ask('GET', `/v1/jobs/${id}/events`);
    expect(events.headers.get('content-type')).toBe('text/event-stream');
    expect([...events.body.matchAll(/^event: (\w+)$/gm)].map(([, state]) => state)).toEqual([
      'queued',
      'processing',
      'succeeded',
    ]);
    const later = await service.ask('GET', `/v1/jobs/${id}/events`, { headers: { 'last-event-id': '2' } });
    expect(later.body).toMatch(/^id: 3\nevent: succeeded\n/);
    const bytes = await service.ask('GET', `/v1/jobs/${id}/result`);
    expect(bytes.body).toBe(PDF.toString());
    expect(bytes.headers.get('content-type')).toBe('application/pdf');
    expect((await service.ask('DELETE', `/v1/jobs/${id}`)).body.job).toMatchObject({
      status: 'succeeded',
      outputs: [],
    });
    expect(await service.ask('GET', `/v1/jobs/${id}/result`)).toMatchObject({
      status: 410,
      body: { error_code: 'result_expired' },
    });
  });

  it('keeps a result under its name, behind a link that needs no key until it expires', async () => {
    const kept = await service.ask('POST', '/v1/convert/pdf', {
      body: { ...REQUEST, filename: 'räkning', expires_in: 60 },
    });
    expect(kept).toMatchObject({
      status: 200,
      body: { success: true, filesize: PDF.length, pdf_pages: 1, warnings: [] },
    });
    const opened = await fetch(kept.body.url);
    expect(await opened.text()).toBe(PDF.toString());
    expect(opened.headers.get('content-disposition')).toContain("filename*=UTF-8''r%C3%A4kning.pdf");
    const part = await fetch(kept.body.url, { headers: { range: 'bytes=5-7' } });
    expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([206, '1.7', 'bytes 5-7/15']);
    const behind = await fetch(kept.body.url, { headers: { range: 'bytes=99-' } });
    expect([behind.status, ((await behind.json()) as { error_code: string }).error_code]).toEqual([
      416,
      'range_not_satisfiable',
    ]);
    expect((await fetch(`${kept.body.url}x`)).status).toBe(404);
    expect((await fetch(kept.body.url.replace(/\.0\.(\d{10})/, '.1.$1'))).status).toBe(404);
    await database()
      .system.updateTable('job_outputs')
      .set({ expires_at: new Date(Date.now() - 1) })
      .execute();
    const late = await fetch(kept.body.url);
    expect([late.status, ((await late.json()) as { error_code: string }).error_code]).toEqual([410, 'result_expired']);
    // By its key too, whether the sweeper has come to it or not.
    const { id } = kept.body;
    expect(await service.ask('GET', `/v1/jobs/${id}/result`)).toMatchObject({ status: 410 });
    expect((await ended(id)).outputs).toEqual([]);
  });

  it('answers with the result when it comes within the time that was preferred, else with the job', async () => {
    const soon = await service.ask('POST', '/v1/convert/pdf', { body: REQUEST, headers: { prefer: 'wait=100' } });
    expect([soon.status, soon.body, soon.headers.get('x-credits-cost')]).toEqual([200, PDF.toString(), '1']);
    const { open, opened } = gate();
    work = async () => {
      await opened;
      return result();
    };
    const later = await service.ask('POST', '/v1/convert/pdf', { body: REQUEST, headers: { prefer: 'wait=1' } });
    expect(later).toMatchObject({ status: 202, body: { status: 'processing' } });
    expect(await service.ask('GET', `${later.body.status_url}/result`)).toMatchObject({
      status: 409,
      body: { error_code: 'job_unfinished' },
    });
    open();
    expect(await ended(later.body.id)).toMatchObject({ status: 'succeeded' });
  });

  it.each([
    ['by the field "async"', { async: true }, {}],
    ['by the header Prefer', {}, { prefer: 'respond-async' }],
    ['after some time', {}, { prefer: 'wait=1' }],
  ])('tells a job that was asked for %s which fields of answers have no effect', async (_, fields, headers) => {
    const { open, opened } = gate();
    work = async () => {
      await opened;
      return result({ warnings: engine.asked.at(-1)?.conversion.request.ignored.map(ignoredOption) });
    };
    const body = { ...REQUEST, ...fields, encode: true };
    const accepted = await service.ask('POST', '/v1/convert/pdf', { body, headers });
    expect(accepted.status).toBe(202);
    open();
    expect(await ended(accepted.body.id)).toMatchObject({
      status: 'succeeded',
      warnings: [{ code: 'option_ignored', detail: { option: 'encode' } }],
    });
  });

  it('tells of no field that the answer has followed', async () => {
    const headers = { prefer: 'wait=100' };
    const body = { ...REQUEST, encode: true };
    const answered = await service.ask('POST', '/v1/convert/pdf', { body, headers });
    expect([answered.status, answered.body]).toEqual([200, PDF.toString('base64')]);
    expect(answered.headers.get('x-warnings')).toBe('0');
  });

  it.each([
    ['nothing is kept', {}, {}, ['expires_in']],
    ['the answer is a link', { filename: 'a' }, {}, []],
    ['the answer may become a job', { on_timeout: 'async' }, {}, []],
    ['a time is preferred', {}, { prefer: 'wait=100' }, []],
    ['the answer is a job', {}, { prefer: 'respond-async' }, []],
  ])('says whether "expires_in" has an effect where %s', async (_, fields, headers, ignored) => {
    const body = { ...REQUEST, expires_in: 60, ...fields };
    const answered = await service.ask('POST', '/v1/convert/pdf', { body, headers });
    expect(answered.status).toBeLessThan(300);
    if (answered.status === 202) await ended(answered.body.id);
    expect(engine.asked.at(-1)?.conversion.request.ignored).toEqual(ignored);
  });

  it('fails with what a synchronous call would be answered, and costs nothing', async () => {
    work = async () => {
      throw new EngineError('template_error', 'Line 1, column 2: no such filter.', { pointer: '/source/html' });
    };
    const { id } = (await accept()).body;
    expect(await ended(id)).toMatchObject({
      status: 'failed',
      credits: 0,
      error: { code: 'template_error', errors: [{ pointer: '/source/html' }] },
    });
    expect(await service.ask('GET', `/v1/jobs/${id}/result`)).toMatchObject({
      status: 422,
      body: { error_code: 'template_error', detail: 'Line 1, column 2: no such filter.' },
    });
    // The list says what it was, and makes nothing up.
    expect((await service.ask('GET', '/v1/jobs')).body.data).toMatchObject([
      { error: { code: 'template_error', detail: API_ERRORS.template_error.remedy, errors: [] } },
    ]);
    expect(await service.ask('GET', '/v1/credits/usage')).toMatchObject({ status: 200, body: { data: [] } });
  });

  it('refuses a request that is wrong before it is a job', async () => {
    expect(await accept({ margin: '20 bananas' })).toMatchObject({ status: 400 });
    expect(await accept({ expires_in: 1 })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/expires_in' }] },
    });
    expect((await service.ask('GET', '/v1/jobs')).body.data).toEqual([]);
  });

  it('cancels what runs: the work stops, and costs nothing', async () => {
    let stopped = false;
    work = (signal) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => {
          stopped = true;
          reject(new EngineError('canceled', 'Canceled.'));
        });
      });
    const { id } = (await accept()).body;
    await expect.poll(async () => (await service.ask('GET', `/v1/jobs/${id}`)).body.job.status).toBe('processing');
    await service.ask('DELETE', `/v1/jobs/${id}`);
    expect(await ended(id)).toMatchObject({ status: 'canceled', credits: 0 });
    expect(stopped).toBe(true);
    expect(await service.ask('GET', `/v1/jobs/${id}/result`)).toMatchObject({
      status: 409,
      body: { error_code: 'job_without_result' },
    });
  });

  it.each(['/v1/jobs', '/api/v1/documents'])('keeps nothing of what ends while it is removed: %s', async (path) => {
    const { open, opened } = gate();
    work = async () => {
      await opened;
      return result();
    };
    const { id } = (await accept()).body;
    await expect.poll(async () => (await service.ask('GET', `/v1/jobs/${id}`)).body.job.status).toBe('processing');
    const waiting = async (count: number) =>
      await expect
        .poll(async () => {
          const { rows } = await sql`select 1 from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`.execute(database().system);
          return rows.length;
        })
        .toBe(count);
    // Whoever waits for the lock gets it in turn: first the end of the job, then its removal, which has read it before.
    const removed = await database()
      .system.transaction()
      .execute(async (queries) => {
        await sql`select 1 from jobs where id = ${id} for update`.execute(queries);
        open();
        await waiting(1);
        const answer = service.ask('DELETE', `${path}/${id}`);
        await waiting(2);
        return { answer };
      });
    expect([200, 204]).toContain((await removed.answer).status);
    expect((await ended(id)).status).toBe('succeeded');
    expect((await service.ask('GET', `/v1/jobs/${id}/result`)).status).toBe(410);
  });

  it('tries again after a crash, and gives up after three', async () => {
    let tries = 0;
    work = async () => {
      tries += 1;
      if (tries < 3) throw new EngineError('render_crashed', 'Crashed.');
      return result();
    };
    expect(await ended((await accept()).body.id)).toMatchObject({ status: 'succeeded', attempts: 3 });
    work = async () => {
      throw new EngineError('render_crashed', 'Crashed.');
    };
    expect(await ended((await accept()).body.id)).toMatchObject({ status: 'failed', attempts: 3 });
  });

  it('shows nothing to another organization, and nothing of a document in the clear', async () => {
    const { id } = (await accept({ filename: 'canary-in-name' })).body;
    await ended(id);
    const other = await service.makeKey({ organisationId: await addOrganisation(database(), 'Other') });
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/result'],
      ['GET', '/events'],
      ['DELETE', ''],
    ] as const) {
      expect(await service.ask(method, `/v1/jobs/${id}${path}`, { key: other.secret })).toMatchObject({ status: 404 });
    }
    expect((await service.ask('GET', '/v1/jobs', { key: other.secret })).body.data).toEqual([]);
    const narrow = await service.makeKey({ scopes: ['convert:pdf'] });
    expect(await accept({}, narrow.secret)).toMatchObject({ status: 202 });
    expect(await service.ask('GET', '/v1/jobs', { key: narrow.secret })).toMatchObject({ status: 403 });
    const rows = await database().system.selectFrom('jobs').selectAll().execute();
    const text = JSON.stringify(rows, (_name, value) =>
      value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
    );
    expect(text).not.toContain('canary');
    expect(service.logged()).not.toContain('canary');
  });

  it('shows links and what may quote a document to whoever may have the result, and to nobody else', async () => {
    const owner = await signUpFirst(service);
    const join = (role: string) => signUpInvited(service, { owner, role, email: `${role}@example.com` });
    const [developer, auditor] = [await join('developer'), await join('auditor')];
    const { id } = (await accept()).body;
    await ended(id);
    const own = (await developer.post('/v1/convert/pdf', { ...REQUEST, async: true })).body.id;
    await ended(own);
    const urlsFor = async (person: typeof owner, job: string) =>
      (await person.get(`/v1/jobs/${job}`)).body.job.outputs.map(({ url }: { url: string | null }) => url);
    const link = [expect.stringContaining('/v1/results/')];
    expect([await urlsFor(owner, id), await urlsFor(owner, own), await urlsFor(developer, own)]).toEqual([
      link,
      link,
      link,
    ]);
    expect([await urlsFor(developer, id), await urlsFor(auditor, id), await urlsFor(auditor, own)]).toEqual([
      [null],
      [null],
      [null],
    ]);
    expect((await developer.get(`/v1/jobs/${id}/result`)).status).toBe(403);
    work = async () => {
      throw new EngineError('template_error', 'canary-in-error');
    };
    const failed = (await accept()).body.id;
    expect((await ended(failed)).error.detail).toContain('canary');
    const seen = (await auditor.get(`/v1/jobs/${failed}`)).body.job;
    expect(seen.error.code).toBe('template_error');
    expect(JSON.stringify(seen)).not.toContain('canary');
  });

  it('hands out nothing by a link over plain http', async () => {
    await service.close();
    const trustedProxies = new BlockList();
    trustedProxies.addAddress('127.0.0.1');
    service = await startAccountsService(database(), { config: { trustedProxies, allowHttp: false } });
    const statusBy = async (scheme: string) =>
      (await fetch(`${service.url}/v1/results/x`, { headers: { 'x-forwarded-proto': scheme } })).status;
    expect([await statusBy('http'), await statusBy('https')]).toEqual([403, 404]);
  });

  it('goes on as a job when it takes longer than a synchronous call may, if that was asked for', async () => {
    const soon = await service.ask('POST', '/v1/convert/pdf', { body: { ...REQUEST, on_timeout: 'async' } });
    expect([soon.status, soon.body]).toEqual([200, PDF.toString()]);
    expect((await service.ask('GET', '/v1/jobs')).body.data).toHaveLength(1);
  });

  it('fails when its result cannot be kept, and costs nothing', async () => {
    const { id: first } = (await accept()).body;
    await ended(first);
    const folder = path.join(service.accounts.dataFolder, 'objects');
    rmSync(folder, { recursive: true, force: true });
    writeFileSync(folder, 'no folder');
    await sql`alter table object_parts rename to away`.execute(database().system);
    const { id } = (await accept()).body;
    expect(await ended(id)).toMatchObject({ status: 'failed', credits: 0, error: { code: 'storage_unavailable' } });
    await sql`alter table away rename to object_parts`.execute(database().system);
  });

  it('keeps its result in a bucket, and says so while that is away', async () => {
    await service.close();
    const s3 = await startS3();
    service = await startAccountsService(database(), { objects: s3.place, engine: engineDouble(async () => result()) });
    const { id } = (await accept()).body;
    expect((await ended(id)).status).toBe('succeeded');
    const { url } = (await ended(id)).outputs[0];
    expect(await (await fetch(url)).text()).toBe(PDF.toString());
    await s3.close();
    for (const path of [`/v1/jobs/${id}/result`, new URL(url).pathname]) {
      const away = await service.ask('GET', path);
      expect(away).toMatchObject({ status: 503, body: { error_code: 'storage_unavailable' } });
      expect(away.headers.get('retry-after')).toMatch(/^\d+$/);
    }
  });

  it('whose result is in another store is not answered as if it had expired', async () => {
    const { id } = (await accept()).body;
    await ended(id);
    rmSync(path.join(service.accounts.dataFolder, 'objects'), { recursive: true, force: true });
    await sql`delete from object_parts`.execute(database().system);
    expect(await service.ask('GET', `/v1/jobs/${id}/result`)).toMatchObject({
      status: 503,
      body: { error_code: 'storage_unavailable', detail: expect.stringContaining('another one') },
    });
  });

  it('fails with the setting that helps when its result is too large for the database', async () => {
    work = async () => result({ bytes: Buffer.alloc(65 * 1024 * 1024) });
    const job = await ended((await accept()).body.id);
    expect(job).toMatchObject({ status: 'failed', error: { code: 'result_too_large' } });
  });

  it('is refused when too much of its organization waits', async () => {
    await ended((await accept()).body.id);
    await database().system.updateTable('job_queues').set({ waiting: 20_000 }).execute();
    expect(await accept()).toMatchObject({ status: 429, body: { error_code: 'queue_full' } });
  });

  it('counts for the cap of its key', async () => {
    const capped = await service.makeKey({ monthly_credit_cap: 1 });
    expect(await accept({}, capped.secret)).toMatchObject({ status: 202 });
    expect(await accept({}, capped.secret)).toMatchObject({ status: 402, body: { error_code: 'credits_exhausted' } });
  });

  it('lists by state and tag, in parts', async () => {
    for (const tag of ['a', 'b', 'a']) await ended((await accept({ tag })).body.id);
    const first = await service.ask('GET', '/v1/jobs?limit=2');
    expect(first.body).toMatchObject({ has_more: true, data: [{ tag: 'a' }, { tag: 'b' }] });
    const second = await service.ask('GET', `/v1/jobs?limit=2&cursor=${first.body.next_cursor}`);
    expect(second.body).toMatchObject({ has_more: false, data: [{ tag: 'a' }] });
    expect((await service.ask('GET', '/v1/jobs?tag=a&status=succeeded')).body.data).toHaveLength(2);
    expect(await service.ask('GET', '/v1/jobs?status=done')).toMatchObject({ status: 400 });
  });
});
