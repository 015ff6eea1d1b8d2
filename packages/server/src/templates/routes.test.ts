import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../data/database.ts';
import type { Role } from '../rights/roles.ts';
import {
  type AccountsService,
  addOrganisation,
  emptyDatabase,
  startAccountsService,
  stoppedClock,
} from '../testing/accounts.ts';
import { describeOnDatabase } from '../testing/database.ts';
import { addUser } from '../testing/rows.ts';
import { openTestVault } from '../testing/vault.ts';
import { SnippetStore } from './snippet-store.ts';
import { TemplateStore } from './template-store.ts';

const CONTENT = '<p>{{ name }}</p>';

describeOnDatabase('/v1/templates', (opened) => {
  let database: Database;
  let service: AccountsService;
  beforeEach(async () => {
    database = opened();
    service = await startAccountsService(database);
  });
  afterEach(async () => {
    await service.close();
    await emptyDatabase(database);
  });

  const ask = (request: string, body?: unknown, key?: string) => {
    const [method = '', path = ''] = request.split(' ');
    return service.ask(method, path, { body, ...(key === undefined ? {} : { key }) });
  };
  const create = async (fields: Record<string, unknown> = {}) => {
    const answer = await ask('POST /v1/templates', { slug: 'invoice', name: 'Invoice', content: CONTENT, ...fields });
    expect([answer.status, answer.body.detail]).toEqual([200, undefined]);
    return answer.body.template;
  };

  it('changes and publishes the draft that was seen, or nothing', async () => {
    const { revision } = await create({ draft: true });
    const mine = await ask('PATCH /v1/templates/invoice', { content: 'mine', revision });
    expect([mine.status, mine.body.template.revision]).toEqual([200, revision + 1]);
    for (const request of ['PATCH /v1/templates/invoice', 'POST /v1/templates/invoice/publish']) {
      const late = await ask(request, request.startsWith('PATCH') ? { content: 'theirs', revision } : { revision });
      expect([late.status, late.body.error_code]).toEqual([409, 'draft_changed']);
    }
    const { template } = (await ask('GET /v1/templates/invoice@draft')).body;
    expect(template).toMatchObject({ content: 'mine', status: 'draft' });
    expect((await ask('POST /v1/templates/invoice/publish', { revision: revision + 1 })).status).toBe(200);
  });

  describe('as PDFShift has it', () => {
    it('creates, lists, reads, updates and deletes with its bodies and answers', async () => {
      const made = await ask('POST /v1/templates', { slug: 'test-1', name: 'First', content: '<b>1</b>' });
      expect(made.status).toBe(200);
      expect(made.body).toMatchObject({
        success: true,
        template: { slug: 'test-1', name: 'First', status: 'published' },
      });
      expect(made.body.template.created).toBeGreaterThan(Date.UTC(2020, 0));

      const { body: listed } = await ask('GET /v1/templates');
      expect(listed).toMatchObject({
        success: true,
        templates: { has_more: false, limit: 10, page: 0, total: 1, data: [{ slug: 'test-1', name: 'First' }] },
      });
      expect(listed.templates.data[0]).not.toHaveProperty('content');

      const html = await ask('GET /v1/templates/test-1.html');
      expect([html.status, html.body]).toEqual([200, '<b>1</b>']);
      expect(html.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(html.headers.get('content-security-policy')).toContain('sandbox');

      const updated = await ask('PUT /v1/templates/test-1', { content: '<b>2</b>' });
      expect(updated.body.template).toMatchObject({ name: 'First', content: '<b>2</b>', published_version: 2 });
      expect((await ask('GET /v1/templates/test-1.html')).body).toBe('<b>2</b>');
      expect((await ask('PUT /v1/templates/test-1', { name: 'x' })).status).toBe(400);
      expect((await ask('PUT /v1/templates/test-1', { content: 'x', slug: 'y' })).body.error_code).toBe(
        'unknown_field',
      );

      expect((await ask('DELETE /v1/templates/test-1')).body).toEqual({ success: true });
      for (const request of [
        'GET /v1/templates/test-1',
        'GET /v1/templates/test-1.html',
        'DELETE /v1/templates/test-1',
      ]) {
        expect((await ask(request)).status).toBe(404);
      }
    });

    it('shows page after page', async () => {
      for (const slug of ['a', 'b', 'c']) await create({ slug });
      const page = async (query: string) => (await ask(`GET /v1/templates?${query}`)).body.templates;
      expect(await page('limit=2')).toMatchObject({
        has_more: true,
        page: 0,
        total: 3,
        data: [{ slug: 'c' }, { slug: 'b' }],
      });
      expect(await page('limit=2&page=1')).toMatchObject({ has_more: false, page: 1, data: [{ slug: 'a' }] });
      expect((await ask('GET /v1/templates?cursor=x')).status).toBe(400);
    });
  });

  it('has folders: set, listed with what is below, and changed without a new draft or version', async () => {
    await create({ slug: 'none' });
    await create({ slug: 'top', folder: 'Invoices' });
    await create({ slug: 'below', folder: 'Invoices/2026/Ärger 100%_' });
    await create({ slug: 'other', folder: 'Invoices 2' });
    const found = async (folder: string) => {
      const { body } = await ask(`GET /v1/templates?folder=${encodeURIComponent(folder)}`);
      expect(body.templates.total).toBe(body.templates.data.length);
      return body.templates.data.map((entry: { slug: string; folder: string }) => [entry.slug, entry.folder]);
    };
    const below = ['below', 'Invoices/2026/Ärger 100%_'];
    expect(await found('Invoices')).toEqual([below, ['top', 'Invoices']]);
    expect(await found('Invoices/2026')).toEqual([below]);
    expect(await found('invoices')).toEqual([]);
    expect(await found('Invoice_')).toEqual([]);
    expect((await found('')).length).toBe(4);

    const { revision } = (await ask('GET /v1/templates/top')).body.template;
    const moved = await ask('PATCH /v1/templates/top', { folder: 'Letters', revision });
    expect(moved.body.template).toMatchObject({ folder: 'Letters', revision, version: 1, status: 'published' });
    await ask('PATCH /v1/templates/top', { content: 'x' });
    expect((await ask('PUT /v1/templates/top', { content: 'y' })).body.template.folder).toBe('Letters');
    expect((await ask('POST /v1/templates/top/rollback', { version: 1 })).body.template.folder).toBe('Letters');
    expect((await ask('PUT /v1/templates/top', { content: 'y', folder: '' })).body.template.folder).toBe('');
    expect(await found('Letters')).toEqual([]);
  });

  const NO_FOLDERS = [
    ['/Invoices', 'names separated by "/"'],
    ['Invoices/', 'names separated by "/"'],
    ['Invoices//2026', 'names separated by "/"'],
    ['Invoices/ 2026', 'spaces around it'],
    ['a/b/c/d', 'at most 3 levels'],
    ['a\u0000b', 'control characters'],
    ['x'.repeat(101), '100'],
  ] as const;
  it('has no folder whose name is none', async () => {
    await create();
    for (const [folder, words] of NO_FOLDERS) {
      for (const request of ['PATCH /v1/templates/invoice', 'POST /v1/templates']) {
        const fields = request.startsWith('POST') ? { slug: 'b', name: 'b', content: 'b' } : {};
        const { status, body } = await ask(request, { ...fields, folder });
        expect([folder, status, body.errors]).toEqual([
          folder,
          400,
          [expect.objectContaining({ pointer: '/folder', detail: expect.stringContaining(words) })],
        ]);
      }
      expect((await ask(`GET /v1/templates?folder=${encodeURIComponent(folder)}`)).status, folder).toBe(400);
    }
  });

  it('has several samples: in the draft, in versions, and never in a conversion', async () => {
    const [first, second] = [
      { name: 'One line', data: { lines: [1] } },
      { name: '2026', data: {} },
    ];
    expect((await create({ samples: [first, second] })).samples).toEqual([first, second]);
    const none = await ask('PATCH /v1/templates/invoice', { samples: [] });
    expect(none.body.template).toMatchObject({ samples: [], status: 'changed' });
    expect((await ask('GET /v1/templates/invoice@1')).body.template.samples).toEqual([first, second]);
    const large = { name: 'x', data: { text: 'x'.repeat(500_000) } };
    const refused = [
      [[first, second, { ...first, data: {} }], '/samples/2/name'],
      [[first, large], '/samples/1/data'],
      [[{ name: '', data: {} }], '/samples/0/name'],
      [Array.from({ length: 21 }, (_, index) => ({ name: `${index}`, data: {} })), '/samples'],
    ] as const;
    for (const [samples, pointer] of refused) {
      const { status, body } = await ask('PATCH /v1/templates/invoice', { samples });
      expect([status, body.errors]).toEqual([400, [expect.objectContaining({ pointer })]]);
    }
  });

  it('works on a draft, publishes it, and goes back', async () => {
    const made = await create({ draft: true });
    expect(made).toMatchObject({ status: 'draft', version: null, published_version: null, shown: 'draft' });
    const publish = async () => (await ask('POST /v1/templates/invoice/publish')).body.template;
    expect(await publish()).toMatchObject({ status: 'published', version: 1, published_version: 1 });
    const changed = await ask(`PATCH /v1/templates/${made.id}`, { css: 'p {}', name: 'Bill' });
    expect(changed.body.template).toMatchObject({
      status: 'changed',
      version: 1,
      css: 'p {}',
      name: 'Bill',
      content: CONTENT,
    });
    expect(await publish()).toMatchObject({ status: 'published', version: 2 });
    expect((await ask('PATCH /v1/templates/invoice', { css: null })).body.template).toMatchObject({ css: null });
    expect((await ask('GET /v1/templates/invoice@1')).body.template).toMatchObject({ shown: 1, css: null });
    expect((await ask('GET /v1/templates/invoice@2')).body.template).toMatchObject({ shown: 2, css: 'p {}' });
    const back = await ask('POST /v1/templates/invoice/rollback', { version: 1 });
    expect(back.body.template).toMatchObject({ version: 2, published_version: 1 });
    const { body } = await ask('GET /v1/templates/invoice/versions?limit=1');
    expect(body).toMatchObject({
      data: [{ version: 2, published: false, created_by: 'bootstrap' }],
      has_more: true,
      next_cursor: '2',
    });
    expect((await ask('GET /v1/templates/invoice/versions?cursor=2')).body.data).toMatchObject([
      { version: 1, published: true },
    ]);
    const { body: put } = await ask('PUT /v1/templates/invoice', { content: 'x', draft: true });
    expect(put.template).toMatchObject({ version: 2, published_version: 1, content: 'x' });
    const audit = await service.accounts.audit.list(service.accounts.organisationId, { limit: 100, target: made.id });
    expect(audit.map(({ action }) => action).toReversed()).toEqual([
      'template.created',
      'template.published',
      'template.updated',
      'template.published',
      'template.updated',
      'template.rolled_back',
      'template.updated',
    ]);
  });

  it('publishes no Liquid that can never be filled, and says where it is wrong', async () => {
    const faulty = { slug: 'invoice', name: 'x', content: '<p>\n{{ total | mony }}', header: '{% if %}' };
    const refused = await ask('POST /v1/templates', faulty);
    expect([refused.status, refused.body.error_code]).toEqual([422, 'template_error']);
    expect(refused.body.errors).toMatchObject([{ pointer: '/content' }, { pointer: '/header' }]);
    expect(refused.body.detail).toMatch(/money.*line 2, column/);
    expect((await ask('GET /v1/templates')).body.templates.total).toBe(0);

    await create({ ...faulty, draft: true });
    expect((await ask('POST /v1/templates/invoice/publish')).status).toBe(422);
    const missing = await ask('PUT /v1/templates/invoice', { content: `{% render 'lin' %}`, header: null });
    expect([missing.status, missing.body.errors[0].pointer]).toEqual([422, '/content']);
  });

  it('checks a template and its data without keeping anything', async () => {
    const validate = async (fields: object) => (await ask('POST /v1/templates/validate', fields)).body;
    expect(await validate({ content: '<p>{{ a.b }}', data: { a: { b: 1 } } })).toMatchObject({
      success: true,
      valid: true,
      errors: [],
      variables: ['a.b'],
    });
    const sample = await validate({ content: '{{ total }}', sample_data: { totl: 1 }, strict_variables: true });
    expect(sample.errors).toMatchObject([{ variable: 'total', nearest: 'totl' }]);
    const strict = await validate({
      content: '\n{{ seller.nmae }}',
      data: { seller: { name: 'Ada' } },
      strict_variables: true,
    });
    expect(strict).toMatchObject({ valid: false, errors: [{ part: 'content', line: 2 }] });
    expect(JSON.stringify(strict)).toContain('seller.nmae');
    expect(JSON.stringify(strict)).not.toContain('Ada');
    const schema = { type: 'object', properties: { total: { type: 'number' } } };
    const refused = await validate({ content: '{{ total }}', schema, data: { total: 'secret words' } });
    expect(refused).toMatchObject({ valid: false, errors: [{ message: expect.stringContaining('data.total') }] });
    expect(JSON.stringify(refused)).not.toContain('secret words');
    expect((await ask('GET /v1/templates')).body.templates.total).toBe(0);
  });

  it('looks at the Liquid of the metadata too', async () => {
    const options = { metadata: { title: 'Invoice {{ number | mony }}', author: 'Ada' } };
    const refused = await ask('POST /v1/templates', { slug: 'invoice', name: 'x', content: 'x', options });
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, '/options/metadata/title']);
    expect(refused.body.detail).toContain('(options.metadata.title, line 1');
    const right = { metadata: { title: '{{ nmae }}' } };
    const { body } = await ask('POST /v1/templates/validate', {
      content: '{{ name }}',
      options: right,
      data: { name: 'x' },
    });
    expect(body).toMatchObject({
      valid: true,
      variables: ['name', 'nmae'],
      warnings: [{ part: 'options', pointer: '/metadata/title', variable: 'nmae', nearest: 'name' }],
    });
  });

  it('keeps no schema that is none, and says where it is wrong and what to do', async () => {
    const wrong = { type: 'object', properties: { total: { type: 'nonsense' }, items: 3 } };
    const pointers = ['/schema/properties/items', '/schema/properties/total/type'];
    const told = (answer: { status: number; body: { errors: { pointer: string }[]; detail: string } }) => {
      expect([answer.status, answer.body.errors.map(({ pointer }) => pointer).sort()]).toEqual([400, pointers]);
      expect(answer.body.detail).toMatch(/^"schema\.properties\..*must be .*Correct it, or leave out "schema"\.$/);
    };
    const fields = { slug: 'invoice', name: 'x', content: 'x' };
    told(await ask('POST /v1/templates', { ...fields, schema: wrong }));
    told(await ask('POST /v1/templates', { ...fields, schema: wrong, draft: true }));
    expect((await ask('GET /v1/templates')).body.templates.total).toBe(0);
    await create({ schema: { type: 'object', 'x-own': 1, properties: { day: { format: 'a-format-nobody-knows' } } } });
    told(await ask('PUT /v1/templates/invoice', { content: 'x', schema: wrong }));
    told(await ask('PUT /v1/templates/invoice', { content: 'x', schema: wrong, draft: true }));
    told(await ask('PATCH /v1/templates/invoice', { schema: wrong }));
    const { body } = await ask('POST /v1/templates/validate', { content: '{{ x | mony }}', schema: wrong });
    expect(body).toMatchObject({
      valid: false,
      errors: [
        { part: 'schema', pointer: expect.stringContaining('/properties/') },
        { part: 'schema', pointer: expect.stringContaining('/properties/') },
        { part: 'content', line: 1 },
      ],
    });
  });

  it('publishes no draft of earlier times whose schema cannot be used', async () => {
    const { audit, organisationId } = service.accounts;
    const parts = { database, audit, clock: stoppedClock(), vault: await openTestVault(database) };
    const store = new TemplateStore({ ...parts, snippets: new SnippetStore(parts) });
    await store.create({ organisationId, actor: 'key_test' }, 'old', { content: 'x', schema: { $ref: '#/nowhere' } });
    const refused = await ask('POST /v1/templates/old/publish');
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, '/schema/$ref']);
  });

  const REFUSED: readonly (readonly [fields: object, pointer: string])[] = [
    [{ slug: 'In voice' }, '/slug'],
    [{ slug: 'validate' }, '/slug'],
    [{ name: '' }, '/name'],
    [{ content: '' }, '/content'],
    [{ content: 'x'.repeat(500_001) }, '/content'],
    [{ css: '</style>' }, '/css'],
    [{ options: { margn: 1 } }, '/options/margn'],
    [{ options: { source: 'x' } }, '/options/source'],
    [{ options: { format: 'A4', width: 1, height: 1 } }, '/options/format'],
    [{ escape: 'xml' }, '/escape'],
    [{ schema: [] }, '/schema'],
    [{ assets: { '../a.png': '' } }, '/assets/..~1a.png'],
    [{ assets: { 'a.png': '!' } }, '/assets/a.png'],
    [{ organisation_id: 'org_1' }, '/organisation_id'],
  ];
  it('refuses what is wrong, and says where', async () => {
    for (const [fields, pointer] of REFUSED) {
      const { status, body } = await ask('POST /v1/templates', { slug: 'invoice', name: 'x', content: 'x', ...fields });
      expect([status, body.errors?.[0].pointer], JSON.stringify(fields).slice(0, 100)).toEqual([400, pointer]);
    }
  });

  it('refuses a slug that is taken', async () => {
    await create();
    const again = await ask('POST /v1/templates', { slug: 'invoice', name: 'x', content: 'x' });
    expect([again.status, again.body.error_code]).toEqual([409, 'slug_taken']);
  });

  it('keeps files, from JSON and from parts, and gives them back', async () => {
    const made = await create({ assets: { 'img/logo.png': Buffer.from('logo').toString('base64') } });
    expect(made.assets).toMatchObject([{ name: 'img/logo.png', size: 4 }]);
    const form = new FormData();
    form.append('request', JSON.stringify({ content: 'two', assets: { 'img/logo.png': null } }));
    form.append('file', new Blob(['font']), 'font.woff2');
    const response = await fetch(`${service.url}/v1/templates/invoice`, {
      method: 'PUT',
      headers: { authorization: 'Bearer test-key-of-twenty-four-characters' },
      body: form,
    });
    const { template } = (await response.json()) as { template: { assets: { name: string }[] } };
    expect(template.assets.map(({ name }) => name)).toEqual(['font.woff2']);
    const read = async (at: string) => {
      const answer = await ask(`GET /v1/templates/${at}`);
      return [answer.status, answer.body.error_code ?? answer.body, answer.headers.get('content-disposition')];
    };
    expect(await read('invoice/assets?name=font.woff2')).toEqual([200, 'font', 'attachment']);
    expect(await read('invoice@1/assets?name=img/logo.png')).toEqual([200, 'logo', 'attachment']);
    expect(await read('invoice/assets?name=img/logo.png')).toEqual([404, 'not_found', null]);
  });

  it('shares snippets, and reports which a version uses', async () => {
    const made = await ask('POST /v1/snippets', { name: 'line', content: '<b>{{ text }}</b>' });
    expect([made.status, made.body.snippet]).toMatchObject([201, { name: 'line', version: 1 }]);
    await create({ content: `{% render 'line', text: name %}` });
    const changed = await ask('PUT /v1/snippets/line', { content: 'new' });
    expect(changed.body.snippet).toMatchObject({ version: 2, content: 'new' });
    expect((await ask('GET /v1/templates/invoice')).body.template.snippets).toEqual([
      { name: 'line', version: 2, content: 'new' },
    ]);
    expect((await ask('GET /v1/templates/invoice@1')).body.template.snippets).toEqual([
      { name: 'line', version: 1, content: '<b>{{ text }}</b>' },
    ]);
    expect((await ask('POST /v1/templates/invoice/publish')).body.template.version).toBe(2);
    expect((await ask('GET /v1/snippets')).body).toMatchObject({
      data: [{ name: 'line' }],
      has_more: false,
      next_cursor: null,
    });
    expect((await ask('GET /v1/snippets/line')).body.snippet.content).toBe('new');
    expect((await ask('POST /v1/snippets', { name: 'line', content: 'x' })).status).toBe(409);
    expect((await ask('DELETE /v1/snippets/line')).body).toEqual({ success: true });
    expect((await ask('GET /v1/snippets/line')).status).toBe(404);
    expect((await ask('PUT /v1/templates/invoice', { content: `{% render 'line' %}!` })).status).toBe(422);
  });

  it('with a NUL in its name is not found, nor made', async () => {
    // PostgreSQL takes no text with one: as a parameter it would be a fault of the database.
    for (const route of ['GET', 'PUT', 'DELETE']) {
      const { status, body } = await ask(`${route} /v1/snippets/a%00b`, route === 'PUT' ? { content: 'x' } : undefined);
      expect([route, status, body.error_code]).toEqual([route, 404, 'not_found']);
    }
    const made = await ask('POST /v1/snippets', { name: 'a\0b', content: 'x' });
    expect([made.status, made.body.error_code]).toEqual([400, 'invalid_request']);
  });

  it('answers for templates of others as for unknown ones, and records ids that were tried', async () => {
    const { id } = await create();
    const organisationId = await addOrganisation(database, 'Other');
    const { secret, id: thief } = await service.makeKey({ organisationId });
    const unknown = 'tpl_00000000000000000000000000';
    for (const suffix of ['', '@1', '@draft', '.html', '@1.html', '/versions', '/assets?name=a']) {
      const answers = await Promise.all(
        [id, unknown, 'invoice'].map((name) => ask(`GET /v1/templates/${name}${suffix}`, undefined, secret)),
      );
      expect(new Set(answers.map(({ status, body }) => `${status} ${body.detail}`)).size).toBe(1);
      expect(answers[0]?.status).toBe(404);
    }
    const denied = await service.accounts.audit.list(organisationId, {
      limit: 100,
      action: 'access_denied',
      actor: thief,
    });
    expect(new Set(denied.map(({ target }) => target))).toEqual(new Set([id]));
  });

  describe('rights', () => {
    it('of a key are templates:read and templates:write', async () => {
      const { secret: reader } = await service.makeKey({ scopes: ['templates:read'] });
      const { secret: writer } = await service.makeKey({ scopes: ['templates:write'] });
      const { secret: converter } = await service.makeKey({ scopes: ['convert:*'] });
      const body = { slug: 'invoice', name: 'x', content: 'x' };
      expect((await ask('POST /v1/templates', body, reader)).status).toBe(403);
      expect((await ask('POST /v1/templates', body, converter)).status).toBe(403);
      expect((await ask('POST /v1/templates', body, writer)).status).toBe(200);
      expect((await ask('GET /v1/templates/invoice', undefined, reader)).status).toBe(200);
      expect((await ask('GET /v1/templates/invoice.html', undefined, converter)).status).toBe(403);
      expect((await ask('POST /v1/templates/invoice.pdf', {}, writer)).status).toBe(403);
      expect((await ask('POST /v1/templates/invoice.pdf', {}, converter)).status).toBe(200);
    });

    it('of an auditor are names only', async () => {
      await create();
      await ask('POST /v1/snippets', { name: 'line', content: 'x' });
      const user = await addUser(database);
      const { organisationId } = service.accounts;
      await service.close();
      const find = async () => ({ kind: 'person', id: user, organisationId, role: 'auditor' satisfies Role }) as const;
      service = await startAccountsService(database, { sessions: { find } });
      const get = async (path: string) => {
        const answer = await service.ask('GET', path, {
          key: '',
          headers: { cookie: 'x=y', 'sec-fetch-site': 'same-origin' },
        });
        return answer.status;
      };
      for (const path of ['', '/invoice/versions']) expect(await get(`/v1/templates${path}`)).toBe(200);
      expect(await get('/v1/snippets')).toBe(200);
      for (const path of ['/invoice', '/invoice.html', '/invoice@1', '/invoice/assets?name=a']) {
        expect(await get(`/v1/templates${path}`)).toBe(403);
      }
      expect(await get('/v1/snippets/line')).toBe(403);
    });
  });
});
