import { createEngine, type Engine } from '@platen/engine';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import {
  type AccountsService,
  addOrganisation,
  emptyDatabase,
  startAccountsService,
  stoppedClock,
} from '../testing/accounts.ts';
import { type Browser, signUpFirst } from '../testing/browser.ts';
import { describeOnDatabase } from '../testing/database.ts';
import { engineDouble } from '../testing/engine-double.ts';
import { addUser } from '../testing/rows.ts';
import { previewAnswer } from './preview-schema.ts';

const PREVIEW = '/v1/preview';
/** One red pixel. */
const RED = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC';

describeOnDatabase('POST /v1/preview', (opened) => {
  let engine: Engine;
  let service: AccountsService;
  let ada: Browser;
  beforeAll(async () => {
    engine = await createEngine({ allowNoSandbox: true, readyPages: 1 });
  });
  afterAll(() => engine.close());
  const start = async (parts: Parameters<typeof startAccountsService>[1] = { engine }) => {
    service = await startAccountsService(opened(), parts);
    ada = await signUpFirst(service);
  };
  afterEach(async () => {
    await service.close();
    await emptyDatabase(opened());
  });

  it('draws the pages that were asked for, of a draft with its data, files and snippets, and charges nothing', async () => {
    await start();
    const page =
      '<p style="break-after:page">{{ name }}{% render "line" %}<img src="red.png" width="300" height="300">';
    await ada.post('/v1/snippets', { name: 'line', content: 'A line' });
    const stored = { slug: 'letter', name: 'Letter', content: 'stored', draft: true, assets: { 'red.png': RED } };
    expect((await ada.post('/v1/templates', stored)).status).toBe(200);
    const options = { format: 'A5', protection: { user_password: 'secret' } };
    const asked = { content: page.repeat(4), options, data: { name: 'Ada' }, template_id: 'letter' };
    const { status, body } = await ada.post(PREVIEW, { ...asked, first_page: 2, most_pages: 2, width: 200 });
    expect([status, body.errors, body.warnings, body.preview?.warnings]).toEqual([200, [], [], []]);
    expect(previewAnswer.safeParse(body).error).toBeUndefined();
    expect(body).toMatchObject({ valid: true, variables: ['name'], preview: { pages: 4 } });
    const paper = { width: 148, height: 210 };
    expect(body.preview.drawn).toMatchObject(
      [2, 3].map((number) => ({ page: number, paper, width: 200, height: 284 })),
    );
    expect(Buffer.from(body.preview.drawn[0].png, 'base64').subarray(1, 4).toString()).toBe('PNG');
    expect((await ada.get('/v1/usage/summary')).body.used ?? 0).toBe(0);
  });

  it('tells what is wrong at its line, what is cut off, and what files are not there', async () => {
    await start();
    const faulty = await ada.post(PREVIEW, { content: '<p>\n{{ name | shoot }}', header: '{% if %}', data: {} });
    expect(faulty.body).toMatchObject({ valid: false, preview: null });
    expect(faulty.body.errors).toMatchObject([
      { part: 'content', line: 2 },
      { part: 'header', line: 1 },
    ]);
    const wide = { content: `<pre>${'wide '.repeat(200)}</pre><img src="none.png">`, options: { fit: 'none' } };
    const { body } = await ada.post(PREVIEW, wide);
    expect(body.preview.warnings.map(({ code }: { code: string }) => code).sort()).toEqual([
      'content_clipped',
      'resource_blocked',
    ]);
    const refused = await ada.post(PREVIEW, { content: 'x', options: { landscap: true } });
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, '/options/landscap']);
  });

  it('fills a template once, and tells what filling it comes to', async () => {
    let renders = 0;
    const renderTemplate: Engine['renderTemplate'] = (...given) => {
      renders += 1;
      return engine.renderTemplate(...given);
    };
    await start({ engine: replacing(engine, { renderTemplate }) });
    const content = '<p>{{ name }}';
    const good = await ada.post(PREVIEW, { content, data: { name: 'Ada' } });
    expect([good.body.preview?.pages, good.body.variables, renders]).toEqual([1, ['name'], 0]);
    const schema = { type: 'object', required: ['name'] };
    const unfit = await ada.post(PREVIEW, { content, schema, data: {} });
    expect([unfit.status, unfit.body.valid, unfit.body.preview]).toEqual([200, false, null]);
    expect(unfit.body.errors[0].message).toContain('name');
    const missing = await ada.post(PREVIEW, { content: '<p>\n{{ nam }}', strict_variables: true, data: {} });
    expect([missing.status, missing.body.preview, missing.body.errors[0].line]).toEqual([200, null, 2]);
  });

  it('shows the pages of a PDF that was made', async () => {
    await start();
    const source = { html: '<p>One<p style="break-before:page">Two' };
    const made = await service.ask('POST', '/v1/convert/pdf', {
      body: { source, response_type: 'json', format: 'A6' },
    });
    const file = made.body.content;
    const { body } = await ada.post(`${PREVIEW}/pdf`, { file, first_page: 2, most_pages: 5, width: 100 });
    const paper = { width: 105, height: 148 };
    expect(body.preview).toMatchObject({ pages: 2, drawn: [{ page: 2, paper, width: 100, height: 141 }] });
    const broken = await ada.post(`${PREVIEW}/pdf`, { file: btoa('no PDF') });
    expect([broken.status, broken.body.error_code, broken.body.errors[0].pointer]).toEqual([
      422,
      'unreadable_pdf',
      '/file',
    ]);
  });

  it('is not for keys, nor of templates of others', async () => {
    await start({ engine: engineDouble() });
    const body = { content: 'x' };
    const byKey = await service.ask('POST', PREVIEW, { body });
    expect([byKey.status, byKey.body.error_code]).toEqual([403, 'insufficient_scope']);
    expect(byKey.body.detail).toContain('A key cannot do it.');
    const { secret: key } = await service.makeKey({ organisationId: await addOrganisation(opened(), 'Other') });
    const template = { slug: 'theirs', name: 'Theirs', content: 'x' };
    const { id } = (await service.ask('POST', '/v1/templates', { key, body: template })).body.template;
    expect((await ada.post(PREVIEW, { ...body, template_id: id })).status).toBe(404);
    expect((await ada.get(`/v1/templates/${id}/thumbnail`)).status).toBe(404);
  });

  it('is drawn no more often than somebody types', async () => {
    const [id, organisationId] = [await addUser(opened()), await addOrganisation(opened(), 'Own')];
    const sessions = { find: async () => ({ kind: 'person', id, organisationId, role: 'owner' }) as const };
    service = await startAccountsService(opened(), { engine: engineDouble(), clock: stoppedClock(), sessions });
    const headers = { cookie: 'who=me', 'sec-fetch-site': 'same-origin' };
    const ask = () => service.ask('POST', PREVIEW, { key: '', headers, body: { content: '{% if %}' } });
    for (let asked = 0; asked < 120; asked += 1) expect((await ask()).status).toBe(200);
    const refused = await ask();
    expect([refused.status, refused.body.detail]).toEqual([
      429,
      'At most 120 previews a minute are drawn for a person.',
    ]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('draws the first page of a stored template once for each version, whatever it is, and charges nothing', async () => {
    let drawings = 0;
    const drawPages: Engine['drawPages'] = (...given) => {
      drawings += 1;
      return engine.drawPages(...given);
    };
    let conversions = 0;
    const convert: Engine['convert'] = (...given) => {
      conversions += 1;
      return engine.convert(...given);
    };
    await start({ engine: replacing(engine, { drawPages, convert }) });
    const body = { slug: 'letter', name: 'Letter', content: '<h1>{{ name }}', sample_data: { name: 'Ada' } };
    const options = { protection: { user_password: 'secret' } };
    await ada.post('/v1/templates', { ...body, options });
    const pictures = await Promise.all([1, 2, 3].map(() => ada.get('/v1/templates/letter/thumbnail')));
    const [first] = pictures.map((answer) => answer.body.thumbnail);
    expect(pictures.map((answer) => answer.body.thumbnail)).toEqual([first, first, first]);
    expect(Buffer.from(first, 'base64').subarray(1, 4).toString()).toBe('PNG');
    expect(drawings).toBe(1);
    await ada.send('PATCH', '/v1/templates/letter', { content: '<h1>{{ name }} changed' });
    await ada.post('/v1/templates/letter/publish');
    const second = (await ada.get('/v1/templates/letter/thumbnail')).body.thumbnail;
    expect([second === first, drawings]).toEqual([false, 2]);

    // One that cannot be printed is tried once too.
    const endless = {
      slug: 'bad',
      name: 'Bad',
      content: '{% for i in (1..9999) %}{% for j in (1..9999) %}x{% endfor %}{% endfor %}',
    };
    await ada.post('/v1/templates', { ...endless, draft: true });
    for (const _ of [1, 2]) {
      expect((await ada.get('/v1/templates/bad@draft/thumbnail')).body).toEqual({ success: true, thumbnail: null });
    }
    // One that a server of somebody else may have been the reason of is tried again.
    const content = '<img src="http://127.0.0.1:1/a.png">';
    await ada.post('/v1/templates', { slug: 'late', name: 'Late', content, options: { strict: true } });
    const before = conversions;
    for (const _ of [1, 2]) {
      expect((await ada.get('/v1/templates/late/thumbnail')).body).toEqual({ success: true, thumbnail: null });
    }
    expect(conversions - before).toBe(2);
    expect((await ada.get('/v1/templates/none/thumbnail')).status).toBe(404);
    const key = await service.makeKey();
    expect((await service.ask('GET', '/v1/templates/letter/thumbnail', { key: key.secret })).status).toBe(403);
    expect((await ada.get('/v1/account')).body.credits.used).toBe(0);
  });
});

/** The engine, with some of its calls counted on their way to it. */
function replacing(engine: Engine, calls: Partial<Engine>): Engine {
  return new Proxy(engine, {
    get: (target, name) => {
      const value = Reflect.get(calls, name) ?? Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
