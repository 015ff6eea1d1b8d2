import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createEngine, type Engine } from '../packages/engine/src/index.ts';
import {
  pdfFaults,
  pdfInfo,
  pdfJson,
  pdfPages,
  pdfPixels,
  pdfPlain,
  pdfStructure,
  pdfText,
} from '../packages/engine/src/testing/judge.ts';
import { type AccountsService, emptyDatabase, startAccountsService } from '../packages/server/src/testing/accounts.ts';
import { describeOnDatabase } from '../packages/server/src/testing/database.ts';

/** One PDF of a batch, as a client gets it: made by a real browser, read by other programs. */

const HTML =
  '<html lang=en><h1>Invoice {{ number }}</h1><p>for {{ name }}</p><table><tr><th>Item<td>{{ name }}’s</table>' +
  '{% if long %}<h2 style="break-before:page">Terms</h2>{% endif %}';
const ITEMS = [
  { data: { number: '2026-001', name: 'Ada', long: true } },
  { data: { number: '2026-002', name: 'Grace' } },
];

describeOnDatabase('the merged PDF of a batch', (database) => {
  let engine: Engine;
  let service: AccountsService;
  beforeAll(async () => {
    engine = await createEngine({ allowNoSandbox: true, readyPages: 1 });
  });
  afterAll(async () => await engine.close());
  beforeEach(async () => {
    await emptyDatabase(database());
    service = await startAccountsService(database(), { engine });
  });
  afterEach(() => service.close());

  const create = async (over: object = {}) =>
    await service.ask('POST', '/v1/batches', {
      body: { source: { html: HTML }, items: ITEMS, download_name: '{{ number }}', result: 'merged', ...over },
    });

  async function made(over: object = {}): Promise<Buffer> {
    const accepted = await create(over);
    expect(accepted).toMatchObject({ status: 202 });
    const { id } = accepted.body;
    const { batch } = (await service.ask('GET', `/v1/batches/${id}?wait=60`)).body;
    expect(batch).toMatchObject({ status: 'completed', succeeded: 2, error_code: null, file: { pdf_pages: 3 } });
    return Buffer.from(await (await fetch(batch.file.url)).arrayBuffer());
  }

  it('has an outline entry for each item with its own in it, tags, and numbers as they were asked for', async () => {
    const pdf = await made();
    expect([pdfFaults(pdf), pdfPages(pdf).length]).toEqual(['', 3]);
    const outline = pdfJson(pdf, 'outlines') as {
      readonly title: string;
      readonly destpageposfrom1: number;
      readonly kids: [];
    }[];
    const told = (entries: typeof outline): unknown[] =>
      entries.map(({ title, destpageposfrom1: page, kids }) => [title, page, ...told(kids)]);
    expect(told(outline)).toEqual([
      ['2026-001', 1, ['Invoice 2026-001', 1, ['Terms', 2]]],
      ['2026-002', 3, ['Invoice 2026-002', 3]],
    ]);
    expect(pdfInfo(pdf).Tagged).toBe('yes');
    expect(pdfStructure(pdf)).toMatch(/Invoice 2026-001[\s\S]*TH[\s\S]*Terms[\s\S]*Invoice 2026-002[\s\S]*TH/);
    expect(pdfText(pdf)).toMatch(/for Ada[\s\S]*Terms[\s\S]*for Grace/);
    const labels = (file: Buffer) =>
      (pdfJson(file, 'pagelabels') as { readonly index: number }[]).map(({ index }) => index);
    expect(labels(pdf)).toEqual([0, 2]);
    expect(labels(await made({ page_numbering: 'whole' }))).toEqual([]);
  });

  it('has the watermark on every page, and the metadata that all items have alike', async () => {
    const metadata = { title: 'Invoices', author: 'Ada Ltd' };
    const watermark = { text: 'COPY', font_color: '#ff0000', font_opacity: 100, font_size: 80 };
    const pdf = await made({ options: { metadata, watermark } });
    expect(pdfInfo(pdf)).toMatchObject({ Title: 'Invoices', Author: 'Ada Ltd' });
    for (const page of [1, 2, 3]) expect(pdfPixels(pdf, page).count([255, 0, 0], 40)).toBeGreaterThan(500);
    expect(pdfPlain(pdf)).toContain('/DisplayDocTitle true');
    const own = ITEMS.map((item) => ({ ...item, options: { metadata: { ...metadata, title: item.data.number } } }));
    const info = pdfInfo(await made({ items: own }));
    expect([info.Author, info.Title]).toEqual(['Ada Ltd', undefined]);
  });

  it('is refused where its items would be protected, by the request, an item or the template, or have form fields', async () => {
    const template = {
      slug: 'letter',
      name: 'Letter',
      content: HTML,
      options: { protection: { owner_password: 'x' } },
    };
    expect((await service.ask('POST', '/v1/templates', { body: template })).status).toBe(200);
    const stored = { source: undefined, template_id: 'letter' };
    const refused = await create(stored);
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, '/template_id']);
    expect(refused.body.detail).toContain('protected files cannot be merged');
    const filled = { ...template, slug: 'form', name: 'Form', options: { forms: true } };
    expect((await service.ask('POST', '/v1/templates', { body: filled })).status).toBe(200);
    const withFields = await create({ source: undefined, template_id: 'form' });
    expect([withFields.status, withFields.body.errors[0].pointer]).toEqual([400, '/template_id']);
    expect(withFields.body.detail).toContain('files with form fields cannot be merged');
    const itself = await create({ options: { protection: { owner_password: 'x' } } });
    expect([itself.status, itself.body.errors[0].pointer]).toEqual([400, '/options/protection']);
    const fields = await create({ options: { forms: true } });
    expect([fields.status, fields.body.errors[0].pointer]).toEqual([400, '/options/forms']);
    const one = await create({ items: [ITEMS[0], { ...ITEMS[1], options: { protection: { user_password: 'x' } } }] });
    expect([one.status, one.body.errors[0].pointer]).toEqual([400, '/items/1/options/protection']);
  });

  it('is made anew with a template that was mended, when failed items are tried again', async () => {
    const template = { slug: 'letter', name: 'Letter', content: `${HTML}{{ place }}`, strict_variables: true };
    expect((await service.ask('POST', '/v1/templates', { body: template })).status).toBe(200);
    const long = ITEMS.map(({ data }, index) => ({
      data: { long: false, ...data, ...(index === 0 ? { place: 'London' } : {}) },
    }));
    const { id } = (await create({ source: undefined, template_id: 'letter', items: long })).body;
    const look = async () => (await service.ask('GET', `/v1/batches/${id}?wait=60`)).body.batch;
    expect(await look()).toMatchObject({ succeeded: 1, failed: 1, failures: [{ code: 'template_variable_missing' }] });
    await service.ask('PATCH', '/v1/templates/letter', { body: { content: HTML } });
    await service.ask('POST', '/v1/templates/letter/publish', { body: {} });
    expect((await service.ask('POST', `/v1/batches/${id}/retry`)).status).toBe(200);
    const { file, ...batch } = await look();
    expect(batch).toMatchObject({ status: 'completed', succeeded: 2, failed: 0, credits: 2 });
    const text = pdfText(Buffer.from(await (await fetch(file.url)).arrayBuffer()));
    expect(text).toMatch(/for Ada[\s\S]*London[\s\S]*for Grace/);
  });

  it('is made of the version of the template that was checked, whatever is published meanwhile', async () => {
    const template = { slug: 'letter', name: 'Letter', content: HTML };
    expect((await service.ask('POST', '/v1/templates', { body: template })).status).toBe(200);
    const slots = engine.health().concurrency;
    for (let count = 0; count < slots; count += 1) {
      await service.ask('POST', '/v1/convert/pdf', { body: { source: { html: '<p>x' }, delay: 1_500, async: true } });
    }
    const { id } = (await create({ source: undefined, template_id: 'letter' })).body;
    await service.ask('PATCH', '/v1/templates/letter', { body: { content: 'another version' } });
    expect((await service.ask('POST', '/v1/templates/letter/publish', { body: {} })).body.template.version).toBe(2);
    const { batch } = (await service.ask('GET', `/v1/batches/${id}?wait=60`)).body;
    const text = pdfText(Buffer.from(await (await fetch(batch.file.url)).arrayBuffer()));
    expect([text.includes('for Ada'), text.includes('another version')]).toEqual([true, false]);
  });
});
