import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Service, startService } from '@platen/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../packages/server/src/log/log.ts';
import { readConfigAnyIsolation } from '../packages/server/src/testing/any-isolation.ts';
import { usePostgres } from '../packages/server/src/testing/use-postgres.ts';

/** A stored template from its draft to its results, by a running service with a real browser. */

const KEY = 'templates-key-of-many-letters';
const folder = mkdtempSync(path.join(tmpdir(), 'platen-templates-'));
const logged: string[] = [];
const database = usePostgres();
let service: Service;

beforeAll(async () => {
  const environment = { PORT: '0', PLATEN_DATA: folder, ...database(), PLATEN_BOOTSTRAP_KEY: KEY };
  const log = createLog('trace', { write: (line) => logged.push(line) });
  service = await startService(readConfigAnyIsolation(environment), { log });
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

async function ask(request: string, body?: unknown): Promise<{ status: number; bytes: Buffer; json: () => unknown }> {
  const [method = '', at = ''] = request.split(' ');
  const response = await fetch(service.url + at, {
    method,
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const bytes = Buffer.from(await response.bytes());
  return { status: response.status, bytes, json: () => JSON.parse(bytes.toString()) as unknown };
}

/** Eight pixels by eight, all red. */
const RED_SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8" fill="red"/></svg>';
const TEMPLATE = {
  slug: 'bill',
  name: 'Bill',
  content: `<!doctype html><head><title>{{ number }}</title></head><body><h1>Bill {{ number }}</h1><img src="img/red.svg" alt="Seal">{% render 'sum', sum: sum %}`,
  css: 'h1 { font-size: 40px } .none { display: none }',
  footer: '<p style="font-size: 8pt">{{ number }}: {{page}} of {{total}}</p>',
  options: { deterministic: true, margin: '2cm', viewport: { width: 400, height: 300 } },
  assets: { 'img/red.svg': Buffer.from(RED_SVG).toString('base64') },
};
const DATA = { number: '2026-17', sum: '12 <b>' };
const FORMATS = ['pdf', 'png', 'txt', 'md'] as const;

const results = async (reference: string) => {
  const made: Buffer[] = [];
  for (const format of FORMATS) {
    const { status, bytes } = await ask(`POST /v1/templates/${reference}.${format}`, { data: DATA });
    expect([format, status]).toEqual([format, 200]);
    made.push(bytes);
  }
  return made;
};

describe('a stored template', () => {
  it('is made, published, converted to all formats and changed; its old version gives equal bytes', async () => {
    await ask('POST /v1/snippets', { name: 'sum', content: '<p>{{ sum }}</p><p class="none">hidden</p>' });
    expect((await ask('POST /v1/templates', { ...TEMPLATE, draft: true })).status).toBe(200);
    expect((await ask('POST /v1/templates/bill.pdf', { data: DATA })).status).toBe(404);
    const draft = await results('bill@draft');
    expect((await ask('POST /v1/templates/bill/publish')).status).toBe(200);
    const first = await results('bill');
    expect(first).toEqual(draft);
    const [pdf, png, text, markdown] = first;
    expect(pdf?.subarray(0, 5).toString()).toBe('%PDF-');
    expect(png?.subarray(1, 4).toString()).toBe('PNG');
    // The style sheet hides, the snippet is escaped.
    expect(text?.toString()).toMatch(/^Bill 2026-17\n[\s\S]*12 <b>\n$/);
    expect(text?.toString()).not.toContain('hidden');
    expect(markdown?.toString()).toContain('# Bill 2026-17');

    await ask('PUT /v1/snippets/sum', { content: 'other' });
    const changed = await ask('PUT /v1/templates/bill', {
      content: 'changed',
      css: null,
      assets: { 'img/red.svg': null },
    });
    expect(changed.json()).toMatchObject({ template: { version: 2, published_version: 2 } });
    expect(await results('bill@1')).toEqual(first);
    expect((await results('bill'))[2]?.toString()).toBe('changed\n');
    await ask('POST /v1/templates/bill/rollback', { version: 1 });
    expect(await results('bill')).toEqual(first);
  });

  it('gives several results of one page, and other options where the request says so', async () => {
    const body = { template_id: 'bill@1', data: DATA, outputs: [{ format: 'text' }, { format: 'png' }] };
    const { status, json } = await ask('POST /v1/convert', body);
    expect(status).toBe(200);
    expect(json()).toMatchObject({ outputs: [{ format: 'text' }, { format: 'png' }], warnings: [] });
    const wide = await ask('POST /v1/templates/bill@1.png', { data: DATA, viewport: '500x100' });
    expect([wide.bytes.readUInt32BE(16), wide.bytes.readUInt32BE(20)]).toEqual([500, 100]);
  });

  it('names the variable that strict data lacks, its place and the nearest name, and no value', async () => {
    const body = { template_id: 'bill@1', data: { nmber: 'Geheimnis', sum: 1 }, strict_variables: true };
    const { status, json, bytes } = await ask('POST /v1/convert/pdf', body);
    expect(status).toBe(422);
    expect(json()).toMatchObject({ error_code: 'template_variable_missing', errors: [{ pointer: '/template_id' }] });
    expect(bytes.toString()).toMatch(/line 1, column \d+.*number.*Did you mean.*nmber/i);
    expect(bytes.toString() + logged.join('')).not.toContain('Geheimnis');
  });
});
