import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Platen, PlatenError } from '@platen/client';
import { type Service, startService } from '@platen/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pdfText, readPng } from '../packages/engine/src/testing/judge.ts';
import { readConfigAnyIsolation } from '../packages/server/src/testing/any-isolation.ts';
import { usePostgres } from '../packages/server/src/testing/use-postgres.ts';

/** The TypeScript client against a running service, and as people install it. */

const KEY = 'key-of-the-client-tests-0123456789';
const folder = mkdtempSync(path.join(tmpdir(), 'platen-client-'));
const database = usePostgres();
let service: Service;
let platen: Platen;

beforeAll(async () => {
  service = await startService(
    readConfigAnyIsolation({
      PORT: '0',
      PLATEN_DATA: path.join(folder, 'data'),
      ...database(),
      PLATEN_BOOTSTRAP_KEY: KEY,
      LOG_LEVEL: 'silent',
    }),
  );
  platen = new Platen({ key: KEY, url: service.url });
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

const caught = async (work: () => Promise<unknown>): Promise<PlatenError> => {
  try {
    await work();
  } catch (error) {
    if (error instanceof PlatenError) return error;
    throw error;
  }
  throw new Error('It went well.');
};

describe('conversions', () => {
  it('are written to a file as they come', async () => {
    const pdf = await platen.pdf({ html: '<p>Hello {{ name }}', data: { name: 'Ada' } });
    expect(pdf).toMatchObject({ contentType: 'application/pdf', pages: 1, credits: 1, warnings: [] });
    const file = path.join(folder, 'hello.pdf');
    await writeFile(file, pdf.body);
    expect(pdfText(readFileSync(file))).toContain('Hello Ada');
  });

  it('give pictures and text, and several results of one page', async () => {
    const image = await platen.image({ html: '<p>x', viewport: '300x200' });
    expect(readPng(await image.bytes())).toMatchObject({ width: 300, height: 200 });
    expect(await (await platen.markdown({ html: '<h1>Title' })).text()).toBe('# Title\n');
    expect(await (await platen.text({ html: '<p>One' })).text()).toBe('One\n');
    const { outputs } = await platen.convert({ html: '<p>Two', outputs: [{ format: 'pdf' }, { format: 'text' }] });
    expect(outputs.map(({ format }) => format)).toEqual(['pdf', 'text']);
  });

  it('name the field that is wrong', async () => {
    const error = await caught(() => platen.pdf({ html: '<p>', zoom: 9 }));
    expect(error).toMatchObject({ status: 400, code: 'invalid_request', pointer: '/zoom', retryable: false });
    expect(error.requestId).toBeDefined();
  });

  it('end with their signal', async () => {
    const signal = AbortSignal.timeout(300);
    await expect(platen.pdf({ html: '<p>', delay: 5_000 }, { signal })).rejects.toThrow(/timeout/);
  });
});

describe('what outlives a request', () => {
  it('is waited for and fetched', async () => {
    const id = await platen.queue('pdf', { html: '<p>Later', tag: 'client' });
    expect(await platen.jobs.wait(id)).toMatchObject({ id, status: 'succeeded', pdf_pages: 1 });
    expect(pdfText(await (await platen.jobs.result(id)).bytes())).toContain('Later');
    const failing = await platen.queue('pdf', { html: '<p>', wait_for_selector: '#never', timeout: 1, strict: true });
    const listed: string[] = [];
    for await (const job of platen.jobs.list({ tag: 'client' })) listed.push(job.id);
    expect(listed).toEqual([id]);
    expect((await platen.jobs.remove(failing)).id).toBe(failing);
  });

  it('is one file of many items', async () => {
    const items = ['Ada', 'Grace'].map((name) => ({ data: { name } }));
    const id = await platen.batches.create({
      source: { html: '<p>{{ name }}' },
      format: 'pdf',
      items,
      result: 'merged',
    });
    expect(await platen.batches.wait(id)).toMatchObject({ status: 'completed', succeeded: 2 });
    expect(pdfText(await (await platen.batches.result(id)).bytes())).toMatch(/Ada[\s\S]*Grace/);
  });
});

it('keeps templates, reads documents, and tells what was used', async () => {
  await platen.templates.create({ slug: 'bill', name: 'Bill', content: '<p>Bill for {{ name }}' });
  await platen.templates.update('bill', { content: '<p>Invoice for {{ name }}' });
  expect(pdfText(await (await platen.pdf({ template_id: 'bill', data: { name: 'Ada' } })).bytes())).toContain(
    'Invoice for Ada',
  );
  const slugs: string[] = [];
  for await (const { slug } of platen.templates.list()) slugs.push(slug);
  expect(slugs).toEqual(['bill']);
  await platen.templates.remove('bill');
  expect(await caught(() => platen.templates.get('bill'))).toMatchObject({ status: 404, code: 'not_found' });
  const { receiptData } = await platen.analysis.receipt({
    documentText: 'CORNER CAFE\n2030-01-12\nTea 2.50\nCake 4.00\nTOTAL 6.50',
  });
  expect(receiptData.total).toBe(6.5);
  expect((await platen.usage()).data.length).toBeGreaterThan(0);
  expect(await platen.account()).toMatchObject({ success: true });
});

describe('a service that fails', () => {
  const answers: (number | 'broken')[] = [];
  const keys: (string | undefined)[] = [];
  let server: Server;
  beforeAll(async () => {
    server = createServer((request, response) => {
      keys.push(request.headers['idempotency-key'] as string | undefined);
      const answer = answers.shift() ?? 200;
      if (answer === 'broken') return void request.socket.destroy();
      response.writeHead(answer, {
        'content-type': 'application/pdf',
        ...(answer === 429 ? { 'retry-after': '1' } : {}),
      });
      response.end('%PDF-');
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
  });
  afterAll(() => void server.close());
  const client = (retries?: number) =>
    new Platen({ key: KEY, url: `http://127.0.0.1:${(server.address() as { port: number }).port}/`, retries });

  it('is asked again with the same key, and not before it says', async () => {
    answers.push('broken', 503, 429);
    keys.length = 0;
    const start = performance.now();
    expect(await (await client().pdf({ html: 'x' })).text()).toBe('%PDF-');
    expect(keys).toHaveLength(4);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(performance.now() - start).toBeGreaterThan(990);
  });

  it('is not asked again for what stays wrong, nor for ever', async () => {
    answers.push(400, 200);
    expect(await caught(() => client().pdf({ html: 'x' }))).toMatchObject({ status: 400, code: 'http_400' });
    answers.length = 0;
    answers.push(503, 503, 200);
    expect(await caught(() => client(1).pdf({ html: 'x' }))).toMatchObject({ status: 503, retryable: true });
    answers.length = 0;
  });
});

it('is installed from its package by plain and by strict programs, and by those that require it', async () => {
  const root = path.join(import.meta.dirname, '..');
  const project = mkdtempSync(path.join(tmpdir(), 'platen-project-'));
  // The service is in this process: it answers meanwhile.
  const run = (program: string, options: readonly string[]) => promisify(execFile)(program, options, { cwd: project });
  try {
    await run(path.join(root, 'script/client'), [project]);
    const [packed = ''] = readdirSync(project);
    writeFileSync(path.join(project, 'package.json'), '{ "type": "module" }');
    const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--offline'];
    await run('npm', ['install', ...quiet, `./${packed}`]);
    const call = `new Platen({ key: '${KEY}', url: '${service.url}' }).text({ html: '<p>Packed' }).then((file) => file.text()).then(console.log)`;
    writeFileSync(path.join(project, 'plain.js'), `import { Platen } from '@platen/client';\n${call}`);
    writeFileSync(path.join(project, 'required.cjs'), `const { Platen } = require('@platen/client');\n${call}`);
    writeFileSync(
      path.join(project, 'strict.ts'),
      `import { Platen, type PdfRequest } from '@platen/client';
export const request: PdfRequest = { html: '<p>', format: 'A4', margin: '1cm' };
// @ts-expect-error no such option
export const wrong: PdfRequest = { html: '<p>', fromat: 'A4' };
${call}`,
    );
    for (const [program, ...options] of [
      ...['plain.js', 'required.cjs', 'strict.ts'].map((file) => [process.execPath, file]),
      // Where they are installed.
      ...['plain.js', 'strict.ts'].flatMap((file) => [
        ['bun', file],
        ['deno', 'run', '--allow-all', '--no-check', '--node-modules-dir=manual', file],
      ]),
    ] as [string, ...string[]][]) {
      if (spawnSync(program, ['--version']).status !== 0) continue;
      const { stdout } = await run(program, options);
      expect([program, ...options, stdout]).toEqual([program, ...options, 'Packed\n\n']);
    }
    const tsc = path.join(root, 'node_modules/.bin/tsc');
    const strict = [
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2022',
      '--lib',
      'es2023,dom',
      '--types',
      '',
    ];
    await run(tsc, [...strict, 'strict.ts']);
  } finally {
    rmSync(project, { recursive: true });
  }
});
