import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../data/database.ts';
import { type AccountsService, addOrganisation, emptyDatabase, startAccountsService } from '../testing/accounts.ts';
import { describeOnDatabase } from '../testing/database.ts';
import { type EngineDouble, engineDouble } from '../testing/engine-double.ts';

/** Conversions of stored templates, with the double of an engine: what it is asked. */

describeOnDatabase('a conversion of a stored template', (opened) => {
  let database: Database;
  let service: AccountsService;
  let engine: EngineDouble;
  beforeEach(async () => {
    database = opened();
    engine = engineDouble();
    service = await startAccountsService(database, { engine });
  });
  afterEach(async () => {
    await service.close();
    await emptyDatabase(database);
  });

  const ask = (path: string, body?: unknown, key?: string) =>
    service.ask('POST', path, { body, ...(key === undefined ? {} : { key }) });
  const create = async (fields: Record<string, unknown> = {}) => {
    const body = { slug: 'invoice', name: 'Invoice', content: 'one {{ a }}', ...fields };
    const answer = await ask('/v1/templates', body);
    expect(answer.status).toBe(200);
    return answer.body.template;
  };
  const askedOf = (at = -1) => engine.asked.at(at);

  it('is asked of the engine with its text, data, snippets, files and options', async () => {
    await ask('/v1/snippets', { name: 'line', content: 'L' });
    const { id } = await create({
      content: `{% render 'line' %}`,
      header: 'H',
      options: { format: 'A5', header: { height: '2cm' } },
      assets: { 'logo.png': Buffer.from('logo').toString('base64') },
      strict_variables: true,
      escape: 'none',
      schema: { type: 'object' },
    });
    const body = { template_id: 'invoice', data: { a: 1 }, margin: '1cm' };
    expect((await ask('/v1/convert/pdf', body)).status).toBe(200);
    const { conversion, options } = askedOf() ?? {};
    expect(conversion?.request.input).toMatchObject({
      kind: 'html',
      html: `{% render 'line' %}`,
      data: { a: 1 },
      files: [{ name: 'logo.png' }],
    });
    expect(conversion?.request.options).toMatchObject({
      format: 'A5',
      margin: '1cm',
      header: { source: 'H', height: '2cm' },
    });
    expect(options?.group).toBe(service.accounts.organisationId);
    expect(options?.template).toEqual({
      key: `${id}@1`,
      snippets: { line: 'L' },
      escape: 'none',
      strictVariables: true,
      schema: { type: 'object' },
      texts: {},
    });
  });

  it('takes null for what a client does not have: options of the template hold then', async () => {
    await create({ options: { format: 'A5' } });
    const body = { template_id: 'invoice', source: null, data: { a: null }, format: null, margin: { top: null } };
    expect((await ask('/v1/convert/pdf', body)).status).toBe(200);
    expect(askedOf()?.conversion.request.options).toMatchObject({ format: 'A5' });
    expect((await ask('/v1/templates/invoice.png', { target_format: null, source: null })).status).toBe(200);
    expect((await ask('/v1/convert/pdf', { template_id: 'invoice', formt: null })).status).toBe(400);
  });

  it('has the metadata of the template filled by the engine, and that of the request as it is', async () => {
    await create({ options: { metadata: { title: 'Invoice {{ a }}', author: 'Ada', Client: '{{ b }}' } } });
    await ask('/v1/convert/pdf', { template_id: 'invoice', data: { a: 1 } });
    expect(askedOf()?.options.template?.texts).toEqual({
      '/metadata/title': 'Invoice {{ a }}',
      '/metadata/Client': '{{ b }}',
    });
    await ask('/v1/convert/pdf', { template_id: 'invoice', data: { a: 1 }, metadata: { title: '{{ mine }}' } });
    expect(askedOf()?.options.template?.texts).toEqual({});
    expect(askedOf()?.conversion.request.options).toMatchObject({ metadata: { title: '{{ mine }}' } });
  });

  it('is found by its slug or ID, with a version or the draft', async () => {
    const { id } = await create();
    await service.ask('PUT', '/v1/templates/invoice', { body: { content: 'two' } });
    await service.ask('PATCH', '/v1/templates/invoice', { body: { content: 'draft' } });
    for (const reference of ['invoice', 'invoice@1', 'invoice@2', 'invoice@draft', id, `${id}@1`]) {
      const text = reference.endsWith('@1') ? 'one {{ a }}' : reference.endsWith('@draft') ? 'draft' : 'two';
      for (const [path, body] of [
        ['/v1/convert/image', { template_id: reference }],
        ['/v1/convert', { template_id: reference, outputs: [{ format: 'text' }] }],
        [`/v1/templates/${reference}.md`, {}],
      ] as const) {
        expect([reference, path, (await ask(path, body)).status]).toEqual([reference, path, 200]);
        expect(askedOf()?.conversion.request.input, `${path} ${reference}`).toMatchObject({ html: text });
      }
    }
  });

  const EXTENSIONS = [
    ['pdf', 'pdf'],
    ['png', 'png'],
    ['jpeg', 'jpeg'],
    ['webp', 'webp'],
    ['txt', 'text'],
    ['md', 'markdown'],
  ] as const;
  it('is made by its path with the extension of a format', async () => {
    await create({ options: { target_format: 'webp', format: 'A5' } });
    for (const [extension, format] of EXTENSIONS) {
      const path = `/v1/templates/invoice.${extension}`;
      const answer = await ask(path, { data: { a: 1 }, zoom: 2, download_name: 'bill' });
      expect([path, answer.status, answer.headers.get('x-warnings')]).toEqual([path, 200, '0']);
      expect(askedOf()?.conversion, path).toMatchObject({ format, request: { options: { zoom: 2, format: 'A5' } } });
      // Only options of the request itself that have no effect are reported.
      const { ignored, defaults } = askedOf()?.conversion.request ?? {};
      const told = [format === 'pdf' ? [] : ['zoom'], expect.arrayContaining(['format'])];
      expect([ignored, defaults], path).toEqual(told);
    }
  });

  it.each([
    [{ filename: 'report', encode: true }, ['encode']],
    [{ filename: 'report', response_type: 'json' }, ['response_type']],
    [{ filename: 'report', response_type: 'binary' }, []],
    [{ encode: true }, []],
  ])('tells which fields of the answer have no effect on what is kept: %j', async (fields, ignored) => {
    const answer = await ask('/v1/convert/pdf', { source: { html: 'x' }, ...fields });
    expect(answer.status).toBe(200);
    expect(askedOf()?.conversion.request.ignored).toEqual(ignored);
  });

  it('is filled by its path with .html, and not converted', async () => {
    await create({ content: '<title>x</title></head>{{ a }} {{ b }}', css: 'p { color: red }', header: 'H' });
    const answer = await ask('/v1/templates/invoice.html', { data: { a: '<i>' } });
    expect([answer.status, answer.body]).toEqual([
      200,
      '<title>x</title><style>p { color: red }</style></head>&lt;i&gt; ',
    ]);
    expect(answer.headers.get('content-security-policy')).toContain('sandbox');
    expect(engine.asked).toEqual([]);
    const strict = await ask('/v1/templates/invoice.html', { data: { a: 1 }, strict_variables: true });
    expect([strict.status, strict.body.error_code]).toEqual([422, 'template_variable_missing']);
    expect(strict.body.errors).toMatchObject([{ pointer: '/template_id', detail: expect.stringContaining('"b"') }]);
    // At its place in the template as it was stored, without the style sheet.
    expect(strict.body.detail).toContain('ine 1, column 35:');
    expect((await ask('/v1/templates/invoice.html', { format: 'A4' })).body.error_code).toBe('unknown_field');
    const outside = await ask('/v1/convert/pdf', { template_id: 'invoice', customer: { name: 'Ada' } });
    expect(outside.body.detail).toBe('The field "customer" is not known. Variables of the template belong in "data".');
    expect(outside.body.errors).toMatchObject([{ pointer: '/customer', detail: outside.body.detail }]);
    const list = await ask('/v1/convert/pdf', { source: ['<p>a', '<p>b'] });
    expect(list.body.errors).toMatchObject([{ pointer: '/source', detail: expect.stringContaining('/v1/batches') }]);
  });

  it('uses the published version, also after a way back, and a draft only if it is named', async () => {
    await create({ draft: true });
    const unpublished = await ask('/v1/convert/pdf', { template_id: 'invoice' });
    expect([unpublished.status, unpublished.body.error_code]).toEqual([404, 'not_found']);
    expect(unpublished.body.errors).toMatchObject([
      { pointer: '/template_id', detail: expect.stringContaining('invoice@draft') },
    ]);
    expect((await ask('/v1/convert/pdf', { template_id: 'invoice@draft' })).status).toBe(200);
    expect(askedOf()?.options.template?.key).toBeUndefined();
    await ask('/v1/templates/invoice/publish');
    await service.ask('PUT', '/v1/templates/invoice', { body: { content: 'two' } });
    await ask('/v1/templates/invoice/rollback', { version: 1 });
    await ask('/v1/convert/pdf', { template_id: 'invoice' });
    expect(askedOf()?.conversion.request.input).toMatchObject({ html: 'one {{ a }}' });
  });

  describe('is refused', () => {
    it('when it was deleted, although it was remembered', async () => {
      const { id } = await create();
      for (const name of ['invoice', id])
        expect((await ask('/v1/convert/pdf', { template_id: name })).status).toBe(200);
      await service.ask('DELETE', '/v1/templates/invoice');
      for (const name of ['invoice', `${id}@1`])
        expect((await ask('/v1/convert/pdf', { template_id: name })).status).toBe(404);
    });

    it('S92: equally when it is unknown, another organisation’s, or not of that version', async () => {
      const { id } = await create();
      await service.ask('PATCH', '/v1/templates/invoice', { body: { content: 'draft' } });
      const organisationId = await addOrganisation(database, 'Other');
      const { secret, id: thief } = await service.makeKey({ organisationId });
      const names = [
        id,
        `${id}@1`,
        `${id}@draft`,
        'invoice',
        'tpl_00000000000000000000000000',
        'x',
        'x@7',
        '../x',
        'X Y',
      ];
      for (const path of ['/v1/convert/pdf', '/v1/convert/text']) {
        const answers = await Promise.all(names.map((name) => ask(path, { template_id: name }, secret)));
        answers.push(await ask(path, { template_id: 'invoice@7' }));
        expect(
          new Set(
            answers.map(({ status, body }) => JSON.stringify([status, body.error_code, body.detail, body.errors])),
          ).size,
        ).toBe(1);
        expect(answers[0]?.body.error_code).toBe('not_found');
      }
      const answer = await ask(`/v1/templates/${id}.pdf`, {}, secret);
      expect([answer.status, answer.body.error_code]).toEqual([404, 'not_found']);
      expect(engine.asked).toEqual([]);
      const denied = await service.accounts.audit.list(organisationId, {
        limit: 100,
        action: 'access_denied',
        actor: thief,
      });
      expect(denied.map(({ target }) => target)).toEqual([id, id, id]);
    });

    const WRONG: readonly (readonly [path: string, body: unknown, code: string, pointer: string])[] = [
      ['/v1/convert/pdf', { template_id: 'invoice', source: '<p>' }, 'exactly_one_input', '/template_id'],
      ['/v1/convert/pdf', { template_id: 'invoice', source: {} }, 'exactly_one_input', '/template_id'],
      ['/v1/convert/pdf', { template_id: 7 }, 'invalid_request', '/template_id'],
      ['/v1/convert/pdf', { template_id: '' }, 'invalid_request', '/template_id'],
      ['/v1/convert/pdf', { template_id: 'nowhere', margn: 1 }, 'unknown_field', '/margn'],
      ['/v1/convert/pdf', { template_id: 'invoice', data: [] }, 'invalid_request', '/data'],
      ['/v1/convert/pdf', { template_id: 'invoice', landscape: true }, 'invalid_request', '/landscape'],
      ['/v1/templates/invoice.pdf', { source: '<p>' }, 'invalid_request', '/source'],
      ['/v1/templates/invoice.pdf', { template_id: 'other' }, 'invalid_request', '/template_id'],
      ['/v1/templates/invoice.png', { target_format: 'webp' }, 'invalid_request', '/target_format'],
      ['/v1/templates/nowhere.pdf', { margn: 1 }, 'unknown_field', '/margn'],
      ['/v1/templates/invoice.pdf', [], 'invalid_request', ''],
    ];
    it('with what is wrong in the request, before the engine is asked', async () => {
      await create({ options: { format: '100mmxauto' } });
      for (const [path, body, code, pointer] of WRONG) {
        const answer = await ask(path, body);
        const told = [answer.status, answer.body.error_code, answer.body.errors?.[0].pointer];
        expect(told, `${path} ${JSON.stringify(body)}`).toEqual([400, code, pointer]);
      }
      expect(engine.asked).toEqual([]);
    });

    it('at a path of no format, where there is nothing to convert', async () => {
      await create();
      for (const name of ['invoice', 'invoice.exe', 'invoice.', '.pdf', 'invoice.PDF'])
        expect([name, (await ask(`/v1/templates/${name}`, {})).status]).toEqual([name, 404]);
    });
  });
});
