import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EngineError } from '@platen/engine';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type AccountsService, addOrganisation, emptyDatabase, startAccountsService } from '../testing/accounts.ts';
import { signUpFirst, signUpInvited } from '../testing/browser.ts';
import { describeOnDatabase } from '../testing/database.ts';
import { type EngineDouble, engineDouble, result } from '../testing/engine-double.ts';

const SOURCE = { html: '<p>{{ name }}</p>' };
const NAMES = ['Ada', 'Grace', 'Edsger'];
const items = (names: readonly string[]) => names.map((name) => ({ data: { name } }));

describeOnDatabase('batches', (database) => {
  let service: AccountsService;
  let engine: EngineDouble;
  let work: (name: string, signal: AbortSignal | undefined) => Promise<void>;
  beforeEach(async () => {
    await emptyDatabase(database());
    work = async () => {};
    engine = engineDouble(async ({ request }, { signal }) => {
      const { data } = request.input as { readonly data?: { readonly name?: string } };
      const name = data?.name ?? '';
      await work(name, signal);
      return result({ bytes: Buffer.from(`%PDF-1.7 for ${name}`) });
    });
    service = await startAccountsService(database(), { engine });
  });
  afterEach(() => service.close());

  const create = async (over: object = {}, key?: string) =>
    await service.ask('POST', '/v1/batches', { body: { source: SOURCE, items: items(NAMES), ...over }, key });
  const ended = async (id: string) => (await service.ask('GET', `/v1/batches/${id}?wait=30`)).body.batch;

  it('makes a document for each row of a table, and charges each as a conversion', async () => {
    const accepted = await create({ items: undefined, items_csv: '\ufeffname;no\nAda;1\n"Grace; H.";2\n', tag: 'may' });
    expect(accepted).toMatchObject({ status: 202, body: { queued: true, status: 'queued', total: 2 } });
    const { id, status_url } = accepted.body;
    expect(accepted.headers.get('location')).toBe(status_url);
    const batch = await ended(id);
    expect(batch).toMatchObject({ status: 'completed', succeeded: 2, failed: 0, progress: 1, credits: 2, file: null });
    const jobs = await service.ask('GET', `/v1/jobs?batch=${id}`);
    expect(jobs.body.data.map(({ position }: { position: number }) => position)).toEqual([1, 0]);
    const [second] = jobs.body.data;
    expect((await service.ask('GET', `/v1/jobs/${second.id}/result`)).body).toBe('%PDF-1.7 for Grace; H.');
    const ledger = await database().system.selectFrom('credit_ledger').select(['cause', 'amount']).execute();
    expect(ledger.filter(({ cause }) => cause.startsWith('job_')).map(({ amount }) => amount)).toEqual([-1, -1]);
    expect((await service.ask('GET', '/v1/batches?tag=may')).body.data).toMatchObject([{ id }]);
    expect(await service.ask('GET', `${status_url}/result`)).toMatchObject({
      status: 409,
      body: { error_code: 'batch_without_result' },
    });
  });

  it('have items that clients of PDFMonkey can look at while they are made', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    work = () => held;
    const { id } = (await create()).body;
    const jobs = await service.ask('GET', `/v1/jobs?batch=${id}`);
    for (const job of jobs.body.data) {
      const { status, body } = await service.ask('GET', `/api/v1/documents/${job.id}`);
      expect([status, body.document?.meta, body.document?.download_url]).toEqual([200, null, null]);
    }
    release();
    expect(await ended(id)).toMatchObject({ status: 'completed', succeeded: 3 });
  });

  it('completes although one item crashes each time, and tries that one again when it is asked to', async () => {
    let crashes = true;
    work = async (name) => {
      if (name === 'Grace' && crashes) throw new EngineError('render_crashed', 'The page crashed.');
    };
    const { id } = (await create({ result: 'zip', download_name: 'letter' })).body;
    expect(await ended(id)).toMatchObject({
      status: 'completed',
      succeeded: 2,
      failed: 1,
      credits: 2,
      failures: [{ position: 1, code: 'render_crashed', detail: 'The page crashed.' }],
    });
    const first = await zip(id);
    expect(first).toEqual({ 'letter.pdf': '%PDF-1.7 for Ada', 'letter-2.pdf': '%PDF-1.7 for Edsger' });
    crashes = false;
    expect((await service.ask('POST', `/v1/batches/${id}/retry`)).body.batch).toMatchObject({
      status: 'processing',
      failed: 0,
    });
    expect(await ended(id)).toMatchObject({ status: 'completed', succeeded: 3, failed: 0, credits: 3, failures: [] });
    expect(Object.values(await zip(id))).toEqual(NAMES.map((name) => `%PDF-1.7 for ${name}`));
    expect(await service.ask('POST', `/v1/batches/${id}/retry`)).toMatchObject({
      status: 409,
      body: { error_code: 'nothing_failed' },
    });
  });

  it('names files by their data, safely, and removes all of it when it is told to', async () => {
    const { id } = (
      await create({
        items: items(['../a', 'a', 'A', 'con']),
        result: 'zip',
        download_name: '{{ name }}.pdf',
        tag: 'x',
      })
    ).body;
    const batch = await ended(id);
    expect(Object.keys(await zip(id))).toEqual(['a.pdf', 'a-2.pdf', 'A-3.pdf', '_con.pdf']);
    expect(batch.file).toMatchObject({ content_type: 'application/zip' });
    const opened = await fetch(batch.file.url);
    expect([opened.status, opened.headers.get('content-disposition')]).toEqual([200, 'attachment; filename=x.zip']);
    await opened.arrayBuffer();
    expect((await service.ask('DELETE', `/v1/batches/${id}`)).body.batch).toMatchObject({
      file: null,
      status: 'completed',
    });
    expect((await fetch(batch.file.url)).status).toBe(410);
    expect((await service.ask('GET', `/v1/batches/${id}/result`)).status).toBe(410);
    const left = await database()
      .system.selectFrom('job_outputs')
      .selectAll()
      .where('deleted_at', 'is', null)
      .execute();
    expect(left).toEqual([]);
  });

  it('keeps nothing of a batch that ends while it is removed', async () => {
    const { id } = (await create({ items: items(['Ada']) })).body;
    expect(await ended(id)).toMatchObject({ status: 'completed', succeeded: 1 });
    const { system } = database();
    const { finished_at } = await system
      .selectFrom('batches')
      .select('finished_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    // As it was a moment before, for who reads it; its end waits to be seen.
    await system.updateTable('batches').set({ state: 'processing', finished_at: null }).where('id', '=', id).execute();
    const removed = await system.transaction().execute(async (queries) => {
      await queries.updateTable('batches').set({ state: 'completed', finished_at }).where('id', '=', id).execute();
      const answer = service.ask('DELETE', `/v1/batches/${id}`);
      const waits = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await waits.execute(system)).rows.length).toBe(1);
      return { answer };
    });
    expect((await removed.answer).status).toBe(200);
    expect(await ended(id)).toMatchObject({ status: 'completed', succeeded: 1 });
    const left = system.selectFrom('job_outputs').select('job_id').where('deleted_at', 'is', null);
    expect(await left.execute()).toEqual([]);
  });

  it('cancels what waits and what runs, for nothing', async () => {
    let begun = () => {};
    const running = new Promise<void>((resolve) => {
      begun = resolve;
    });
    work = async (_name, signal) => {
      begun();
      await new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    };
    const { id } = (await create({ items: items(Array<string>(250).fill('x')), result: 'merged' })).body;
    await running;
    expect((await service.ask('DELETE', `/v1/batches/${id}`)).status).toBe(200);
    expect(await ended(id)).toMatchObject({ status: 'canceled', succeeded: 0, canceled: 250, credits: 0, file: null });
    const reserved = await database().system.selectFrom('credit_reservations').selectAll().execute();
    expect(reserved).toEqual([]);
    expect((await service.ask('POST', `/v1/batches/${id}/retry`)).status).toBe(409);
  });

  it.each([
    [{ items: undefined }, '/items', 'Give the items once'],
    [{ items: [] }, '/items', 'needs an item'],
    [{ items: [{ data: {} }, { data: 7 }] }, '/items/1/data', ''],
    [{ items: [{ dat: {} }] }, '/items/0/dat', ''],
    [{ items: [{ options: { margn: 1 } }] }, '/items/0/options/margn', 'Item 0'],
    [{ options: { zoom: 9 } }, '/options/zoom', ''],
    [{ options: { webhook: 'x' } }, '/options/webhook', ''],
    [{ source: undefined }, '/source', ''],
    [{ download_name: '{{ name' }, '/download_name', ''],
    [{ result: 'merged', format: 'png' }, '/result', ''],
    [{ page_numbering: 'whole' }, '/page_numbering', ''],
    [
      { result: 'merged', page_numbering: 'whole', options: { footer: { source: '{{ page }}' } } },
      '/page_numbering',
      'begin anew',
    ],
    [{ items: undefined, items_csv: 'a,b\n1,2\n\n3\n' }, '/items_csv', 'Row 4 has 1 column'],
    [{ items: undefined, items_csv: 'a,a.b\n1,2\n' }, '/items_csv', 'column 2'],
    [{ items: undefined, items_csv: 'a,b\n1,"2\n' }, '/items_csv', 'Row 2, column 2'],
    [{ items: undefined, items_ndjson: '{"data":{}}\n{"name":1}\n' }, '/items_ndjson', 'Line 2'],
    [{ items: undefined, items_ndjson: '{"data":{}}\n\n{' }, '/items_ndjson', 'Line 3 is not JSON'],
    [{ items: undefined, items_ndjson: '{"data":{}}\n{oops\n' }, '/items_ndjson', 'The fault is at column 2.'],
    [{ items: undefined, items_ndjson: '{"data":{"a":1,"a":2}}' }, '/items_ndjson', 'the same name'],
  ])('refuses %j whole, and says where it is wrong', async (over, pointer, detail) => {
    const refused = await create(over);
    expect(refused.status).toBe(400);
    expect(refused.body.errors[0].pointer).toBe(pointer);
    expect(refused.body.detail).toContain(detail);
    expect(await database().system.selectFrom('batches').select('id').execute()).toEqual([]);
  });

  it('refuses more than 10,000 items, a key without the right of the conversion, and one of somebody else', async () => {
    expect((await create({ items: Array(10_001).fill({}) })).status).toBe(413);
    const rows = `name\n${'x\n'.repeat(10_001)}`;
    expect((await create({ items: undefined, items_csv: rows })).status).toBe(413);
    const { secret } = await service.makeKey({ scopes: ['jobs:write', 'convert:image'] });
    const refused = await create({}, secret);
    expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining('convert:pdf')]);
    expect((await create({ format: 'png' }, secret)).status).toBe(202);
    const { id } = (await create()).body;
    const other = await service.makeKey({ organisationId: await addOrganisation(database(), 'Other') });
    for (const [method, rest] of [
      ['GET', ''],
      ['GET', '/result'],
      ['POST', '/retry'],
      ['DELETE', ''],
    ] as const) {
      const answer = await service.ask(method, `/v1/batches/${id}${rest}`, { key: other.secret });
      expect(answer.status).toBe(404);
    }
  });

  it.each([
    ['Kunden März (1).csv', Buffer.from('\ufeffname;no\r\n"Ada; ""A."" L.";1\r\n;\r\nGrace;2\r\n')],
    ['Mappe1.txt', Buffer.from('\ufeffname\tno\r\n"Ada; ""A."" L."\t1\r\nGrace\t2\r\n', 'utf16le')],
    ['sheet.CSV', Buffer.from('sep=;\r\nname;no\r\n"Ada; ""A."" L.";1\r\nGrace;2\r\n')],
    ['rows.jsonl', Buffer.from('{"data":{"name":"Ada; \\"A.\\" L."}}\n{"data":{"name":"Grace"}}\n')],
  ])('takes %s as a browser sends what a spreadsheet has saved', async (name, bytes) => {
    const form = new FormData();
    form.set('request', JSON.stringify({ source: SOURCE, result: 'zip', download_name: '{{ name }}' }));
    form.set('items', new File([bytes], name, { type: 'application/vnd.ms-excel' }));
    const accepted = await sendForm(form);
    expect(accepted).toMatchObject({ status: 202, body: { total: 2 } });
    await ended(accepted.body.id);
    expect(Object.values(await zip(accepted.body.id))).toEqual(['%PDF-1.7 for Ada; "A." L.', '%PDF-1.7 for Grace']);
  });

  it.each([
    ['rows.csv', Buffer.from('name;no\nGr\u00e4f;1\n', 'latin1'), '/items_csv', 'not UTF-8: see line 2'],
    ['rows.csv', Buffer.from('name;no\nAda;1\nGrace;2;3\n'), '/items_csv', 'Row 3 has 3 columns'],
    ['rows.xlsx', Buffer.from('PK'), '/items', '.csv, .ndjson or .jsonl'],
    ['rows.csv', Buffer.from('name;no\n'), '/items_csv', 'needs an item'],
  ])('refuses the file %s with %j', async (name, bytes, pointer, detail) => {
    const form = new FormData();
    form.set('request', JSON.stringify({ source: SOURCE }));
    form.set('items', new File([bytes], name));
    const { status, body } = await sendForm(form);
    expect([status, body.errors[0].pointer]).toEqual([400, pointer]);
    expect(body.detail).toContain(detail);
  });

  it('takes a table as a file, and nothing at all when the key has too few credits left', async () => {
    const { secret } = await service.makeKey({ monthly_credit_cap: 2 });
    const form = new FormData();
    form.set('request', JSON.stringify({ source: SOURCE }));
    form.set('items', new Blob(['name\tno\nAda\t1\nGrace\t2\n']), 'items.csv');
    const send = async (key: string) =>
      await fetch(`${service.url}/v1/batches`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}` },
        body: form,
      });
    expect((await create({}, secret)).status).toBe(402);
    expect(await database().system.selectFrom('jobs').select('id').execute()).toEqual([]);
    const accepted = await send(secret);
    expect(accepted.status).toBe(202);
    const { id } = (await accepted.json()) as { readonly id: string };
    expect(await ended(id)).toMatchObject({ succeeded: 2, credits: 2 });
    expect((await create({ items: items(['Ada']) }, secret)).status).toBe(402);
  });

  it('says why there is no file, and tries to make it again', async () => {
    const { id } = (await create({ result: 'merged' })).body;
    // What the double of the engine makes is none of our PDFs.
    expect(await ended(id)).toMatchObject({
      status: 'completed',
      succeeded: 3,
      error_code: 'merge_failed',
      file: null,
    });
    const answer = await service.ask('GET', `/v1/batches/${id}/result`);
    expect([answer.status, answer.body.error_code]).toEqual([500, 'merge_failed']);
    expect(answer.body.detail).toContain('file 1, "document-1", cannot be read');
    expect((await service.ask('POST', `/v1/batches/${id}/retry`)).body.batch.status).toBe('processing');
    expect(await ended(id)).toMatchObject({ status: 'completed', credits: 3, error_code: 'merge_failed' });
  });

  it('shows links, and what may quote a document, to whoever may have the results, and to nobody else', async () => {
    const owner = await signUpFirst(service);
    const join = (role: string) => signUpInvited(service, { owner, role, email: `${role}@example.com` });
    const [developer, auditor] = [await join('developer'), await join('auditor')];
    work = async (name) => {
      if (name === 'Grace') throw new EngineError('template_error', 'canary-in-error');
    };
    const body = { source: SOURCE, items: items(NAMES), result: 'zip' };
    const ids = [(await create(body)).body.id, (await developer.post('/v1/batches', body)).body.id];
    for (const id of ids) expect(await ended(id)).toMatchObject({ succeeded: 2, failed: 1 });
    const seenBy = async (person: typeof owner) =>
      await Promise.all(
        ids.map(async (id) => {
          const { file, failures } = (await person.get(`/v1/batches/${id}`)).body.batch;
          const { status } = await person.get(`/v1/batches/${id}/result`);
          return [status, file.url !== null, JSON.stringify(failures).includes('canary'), failures[0].code];
        }),
      );
    const [all, none] = [
      [200, true, true, 'template_error'],
      [403, false, false, 'template_error'],
    ];
    expect(await seenBy(owner)).toEqual([all, all]);
    expect(await seenBy(developer)).toEqual([none, all]);
    expect(await seenBy(auditor)).toEqual([none, none]);
  });

  async function sendForm(form: FormData) {
    const { secret } = await service.makeKey();
    const headers = { authorization: `Bearer ${secret}` };
    const response = await fetch(`${service.url}/v1/batches`, { method: 'POST', headers, body: form });
    // biome-ignore lint/suspicious/noExplicitAny: what a test reads of an answer is what it asserts.
    return { status: response.status, body: (await response.json()) as any };
  }

  /** Names and content of the archive of a batch, as unzip reads them. */
  async function zip(id: string): Promise<Record<string, string>> {
    const response = await fetch(`${service.url}/v1/batches/${id}/result`, {
      headers: { authorization: `Bearer ${(await service.makeKey()).secret}` },
    });
    expect(response.headers.get('content-type')).toBe('application/zip');
    const folder = mkdtempSync(path.join(tmpdir(), 'platen-zip-'));
    try {
      const file = path.join(folder, 'batch.zip');
      writeFileSync(file, Buffer.from(await response.arrayBuffer()));
      execFileSync('unzip', ['-tqq', file]);
      const names = execFileSync('unzip', ['-Z1', file]).toString().trim().split('\n');
      return Object.fromEntries(names.map((name) => [name, execFileSync('unzip', ['-p', file, name]).toString()]));
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
});
