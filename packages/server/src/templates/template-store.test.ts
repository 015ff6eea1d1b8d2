import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../data/database.ts';
import {
  addOrganisation,
  dumpDatabase,
  emptyDatabase,
  openTestAccounts,
  stoppedClock,
  type TestAccounts,
} from '../testing/accounts.ts';
import { describeOnDatabases } from '../testing/database.ts';
import { openTestVault } from '../testing/vault.ts';
import { SealError } from '../vault/envelope.ts';
import { MOST_VERSIONS } from './publisher.ts';
import { SnippetStore } from './snippet-store.ts';
import { MOST_TEMPLATES, TemplateStore } from './template-store.ts';

const check = async () => {};
const file = (text: string) => Buffer.from(text);
const files = (entries: Record<string, string | null>) =>
  new Map(Object.entries(entries).map(([name, text]) => [name, text === null ? null : file(text)] as const));

describeOnDatabases('the store of templates', (opened) => {
  let database: Database;
  let accounts: TestAccounts;
  let snippets: SnippetStore;
  let store: TemplateStore;
  let context: { organisationId: string; actor: string };
  const clock = stoppedClock();

  /** A store as another process has one. */
  async function openStore() {
    const vault = await openTestVault(database);
    const parts = { database, audit: accounts.audit, clock, vault };
    snippets = new SnippetStore(parts);
    return new TemplateStore({ ...parts, snippets });
  }

  beforeEach(async () => {
    database = opened();
    accounts = await openTestAccounts(database);
    context = { organisationId: accounts.organisationId, actor: 'key_test' };
    store = await openStore();
  });
  afterEach(async () => {
    await accounts.close();
    await emptyDatabase(database);
  });

  const actions = async () => {
    const rows = await accounts.audit.list(context.organisationId, { limit: 100, actor: 'key_test' });
    return rows.map(({ action, detail }) => [action, detail.version]).reverse();
  };
  const contentOf = async (id: string, version: number) => {
    const row = await store.reader.find(context.organisationId, id);
    return row && (await store.reader.versionOf(row, version))?.content;
  };

  it('keeps a draft, publishes it, and leaves what was published as it was', async () => {
    const made = await store.create(context, 'invoice', { name: 'Invoice', content: 'one' });
    expect(made).toMatchObject({ slug: 'invoice', version: 0, published_version: null, draft_version: null });
    const published = await store.change(context, made.id, {}, { check });
    expect(published).toMatchObject({ version: 1, published_version: 1, draft_version: 1 });

    const changed = await store.change(context, made.id, { content: 'two' });
    expect(changed).toMatchObject({ version: 1, published_version: 1, draft_version: null });
    expect((await store.reader.draftOf(changed)).content).toBe('two');
    expect(await contentOf(made.id, 1)).toBe('one');

    expect(await store.change(context, made.id, {}, { check })).toMatchObject({ version: 2, published_version: 2 });
    expect(await contentOf(made.id, 1)).toBe('one');
    expect(await contentOf(made.id, 2)).toBe('two');
    expect(await actions()).toEqual([
      ['template.created', null],
      ['template.published', 1],
      ['template.updated', undefined],
      ['template.published', 2],
    ]);
  });

  it('creates no version and no record for an unchanged template', async () => {
    const { id } = await store.create(context, 'invoice', { content: 'one', options: { format: 'A5' } }, { check });
    await store.change(context, id, { content: 'one', options: { format: 'A5' } }, { check });
    await store.change(context, id, {}, { check });
    expect(await store.change(context, id, { name: 'invoice' })).toMatchObject({ version: 1, revision: 1 });
    expect(await actions()).toEqual([['template.created', 1]]);
    expect(await store.change(context, id, { name: 'New' })).toMatchObject({
      name: 'New',
      version: 1,
      draft_version: 1,
    });
  });

  it('goes back to a version, and forth again without a new one', async () => {
    const { id } = await store.create(context, 'invoice', { content: 'one' }, { check });
    await store.change(context, id, { content: 'two' }, { check });
    const back = await store.rollback(context, id, 1);
    expect(back).toMatchObject({ version: 2, published_version: 1, draft_version: 2 });
    await expect(store.rollback(context, id, 3)).rejects.toMatchObject({ code: 'not_found' });
    expect(await store.change(context, id, {}, { check })).toMatchObject({ version: 2, published_version: 2 });
    const row = await store.reader.find(context.organisationId, 'invoice');
    expect(row && (await store.reader.versions(row, { limit: 10 })).map(({ version }) => version)).toEqual([2, 1]);
  });

  it('publishes nothing that the check refuses', async () => {
    const refuse = { check: async () => Promise.reject(new Error('refused')) };
    await expect(store.create(context, 'invoice', { content: 'one' }, refuse)).rejects.toThrow('refused');
    expect(await store.reader.find(context.organisationId, 'invoice')).toBeUndefined();
    const { id } = await store.create(context, 'invoice', { content: 'one' });
    await expect(store.change(context, id, { content: 'two' }, refuse)).rejects.toThrow('refused');
    const row = await store.reader.find(context.organisationId, id);
    expect(row && (await store.reader.draftOf(row)).content).toBe('one');
  });

  it('gives each of many publications at once a number of its own', async () => {
    const { id } = await store.create(context, 'invoice', { content: 'start' });
    const stores = [store, await openStore()];
    const contents = Array.from({ length: 8 }, (_, at) => `content ${at}`);
    const rows = await Promise.all(
      contents.map((content, at) => stores[at % 2]?.change(context, id, { content }, { check })),
    );
    const numbers = rows.map((row) => row?.version);
    expect(numbers.toSorted((a = 0, b = 0) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    for (const [at, content] of contents.entries()) expect(await contentOf(id, numbers[at] ?? 0)).toBe(content);
    const last = await store.reader.find(context.organisationId, id);
    expect(last).toMatchObject({ version: 8, published_version: 8, draft_version: 8 });
  });

  it('makes one version when the same draft is published many times at once', async () => {
    const { id } = await store.create(context, 'invoice', { content: 'one' });
    await Promise.all(Array.from({ length: 6 }, () => store.change(context, id, {}, { check })));
    expect(await store.reader.find(context.organisationId, id)).toMatchObject({ version: 1, published_version: 1 });
  });

  it('gives a slug once in an organisation', async () => {
    const tries = Array.from({ length: 4 }, () => store.create(context, 'invoice', { content: 'one' }));
    const ended = await Promise.allSettled(tries);
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refused = ended.flatMap((end) => (end.status === 'rejected' ? [end.reason.code] : []));
    expect(refused).toEqual(['slug_taken', 'slug_taken', 'slug_taken']);
    const other = { organisationId: await addOrganisation(database, 'Other'), actor: 'key_test' };
    expect(await store.create(other, 'invoice', { content: 'theirs' })).toMatchObject({ slug: 'invoice' });
  });

  it('lists page by page, the newest first', async () => {
    for (const slug of ['a', 'b', 'c']) await store.create(context, slug, { content: slug });
    const page = async (number: number) => {
      const { rows, total } = await store.reader.list(context.organisationId, { page: number, limit: 2 });
      return [total, ...rows.map(({ slug }) => slug)];
    };
    expect(await page(0)).toEqual([3, 'c', 'b']);
    expect(await page(1)).toEqual([3, 'a']);
    expect(await page(2)).toEqual([3]);
  });

  it('deletes a template with its versions and files, and can make another of its name', async () => {
    const { id } = await store.create(
      context,
      'invoice',
      { content: 'one', assets: files({ 'a.png': 'A' }) },
      { check },
    );
    await store.delete(context, id);
    expect(await store.reader.find(context.organisationId, 'invoice')).toBeUndefined();
    for (const table of ['template_versions', 'template_assets'] as const) {
      expect(await database.system.selectFrom(table).selectAll().execute()).toEqual([]);
    }
    await expect(store.delete(context, id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(store.change(context, id, { content: 'x' })).rejects.toMatchObject({ code: 'not_found' });
    expect((await store.create(context, 'invoice', { content: 'two' })).id).not.toBe(id);
  });

  it('reaches nothing of another organisation', async () => {
    const { id } = await store.create(context, 'invoice', { content: 'one' }, { check });
    const other = { organisationId: await addOrganisation(database, 'Other'), actor: 'key_other' };
    expect(await store.reader.find(other.organisationId, id)).toBeUndefined();
    expect(await store.reader.list(other.organisationId, { page: 0, limit: 10 })).toEqual({ rows: [], total: 0 });
    for (const act of [
      () => store.change(other, id, { content: 'x' }),
      () => store.change(other, id, {}, { check }),
      () => store.rollback(other, id, 1),
      () => store.delete(other, id),
    ]) {
      await expect(act()).rejects.toMatchObject({ code: 'not_found' });
    }
    expect(await contentOf(id, 1)).toBe('one');
    expect(await store.reader.exists(id)).toBe(true);
  });

  describe('files', () => {
    const entriesOf = async (id: string) => {
      const row = await store.reader.find(context.organisationId, id);
      return row ? (await store.reader.draftOf(row)).assets : [];
    };
    const rowsOf = async () => {
      const rows = await database.system.selectFrom('template_assets').select('id').orderBy('id').execute();
      return rows.map((row) => row.id);
    };

    it('are added, kept, replaced and removed; those of a version stay', async () => {
      const assets = files({ 'logo.png': 'logo', 'img/a.png': 'A' });
      const { id } = await store.create(context, 'invoice', { content: 'one', assets }, { check });
      const before = await entriesOf(id);
      expect(before.map(({ name, size }) => [name, size])).toEqual([
        ['img/a.png', 1],
        ['logo.png', 4],
      ]);
      await store.change(context, id, { assets: files({ 'logo.png': 'logo', 'img/a.png': null, 'b.woff2': 'B' }) });
      const after = await entriesOf(id);
      expect(after.map(({ name }) => name)).toEqual(['b.woff2', 'logo.png']);
      expect(after[1]).toEqual(before[1]);
      expect(await rowsOf()).toHaveLength(3);
      await store.change(context, id, { assets: files({ 'b.woff2': null }) });
      expect(await rowsOf()).toHaveLength(2);
      const row = await store.reader.find(context.organisationId, id);
      const published = row && (await store.reader.versionOf(row, 1));
      const owner = { organisationId: context.organisationId, templateId: id };
      const bytes = published?.assets.map((entry) => store.assets.open(owner, entry));
      expect((await Promise.all(bytes ?? [])).map(String)).toEqual(['A', 'logo']);
    });

    it('have at most 25 MB in total, which is accepted', async () => {
      const large = new Map([
        ['a.png', Buffer.alloc(15 * 1024 * 1024, 1)],
        ['b.png', Buffer.alloc(10 * 1024 * 1024, 2)],
      ]);
      const { id } = await store.create(context, 'invoice', { content: 'one', assets: large }, { check });
      const [entry] = await entriesOf(id);
      const owner = { organisationId: context.organisationId, templateId: id };
      expect(entry && (await store.assets.open(owner, entry))?.equals(large.get('a.png') as Buffer)).toBe(true);
      const more = store.change(context, id, { assets: files({ 'c.png': 'c' }) });
      await expect(more).rejects.toMatchObject({ code: 'invalid_request', message: expect.stringContaining('25 MB') });
    });
  });

  it('freezes the snippets that a version uses', async () => {
    const line = await snippets.create(context, 'line', 'old');
    await snippets.create(context, 'unused', 'x');
    const { id } = await store.create(context, 'invoice', { content: `{% render 'line' %}` }, { check });
    await snippets.replace(context, line.id, 'new');
    const row = await store.change(context, id, {}, { check });
    expect(row.version).toBe(2);
    const snippetsAt = async (version: number) => (await store.reader.versionOf(row, version))?.snippets;
    expect(await snippetsAt(1)).toEqual({ line: { version: 1, content: 'old' } });
    expect(await snippetsAt(2)).toEqual({ line: { version: 2, content: 'new' } });
    await snippets.delete(context, line.id);
    expect(await snippetsAt(2)).toEqual({ line: { version: 2, content: 'new' } });
  });

  it('keeps no word of a body in the clear, and opens none in the place of another', async () => {
    const words = ['Wolkenkuckucksheim', 'Rhabarber', 'Zwetschge', 'Quitte', 'Mirabelle', 'Schlehe', 'Hagebutte'];
    const [content = '', css, header, data, asset = '', snippet = '', sample = ''] = words;
    await snippets.create(context, 'line', snippet);
    const made = await store.create(
      context,
      'invoice',
      {
        content,
        css,
        header,
        sample_data: { data },
        samples: [{ name: sample, data: { [sample]: sample } }],
        options: { tag: data },
        assets: files({ [`${asset}.png`]: asset }),
      },
      { check },
    );
    const row = await store.change(context, made.id, { content: `${content} 2` }, { check });
    const dump = await dumpDatabase(database);
    expect(dump).toContain('invoice');
    for (const word of words) expect(dump).not.toContain(word);

    await database.system
      .updateTable('template_versions')
      .set({
        body: (query) =>
          query.selectFrom('template_versions as other').select('other.body').where('other.version', '=', 1),
      })
      .where('version', '=', 2)
      .execute();
    await expect(store.reader.versionOf(row, 2)).rejects.toThrow(SealError);
  });

  describe('limits', () => {
    it('publishes at most the maximum of versions, and removes none', async () => {
      const { id } = await store.create(context, 'invoice', { content: 'one' }, { check });
      await database.system
        .updateTable('templates')
        .set({ version: MOST_VERSIONS - 1, published_version: MOST_VERSIONS - 1 })
        .where('id', '=', id)
        .execute();
      const last = await store.change(context, id, { content: 'last' }, { check });
      expect(last).toMatchObject({ version: MOST_VERSIONS });
      // What is published already is no new version.
      expect(await store.change(context, id, {}, { check })).toMatchObject({ version: MOST_VERSIONS });
      let checked = 0;
      const countCheck = async () => {
        checked += 1;
      };
      const more = store.change(context, id, { content: 'more' }, { check: countCheck });
      await expect(more).rejects.toMatchObject({
        code: 'limit_reached',
        entry: { status: 422 },
        message: expect.stringMatching(/"invoice" has 1000 versions.*Create a new template/),
      });
      expect(checked).toBe(0);
      expect(await contentOf(id, MOST_VERSIONS)).toBe('last');
      // The draft is still worked on.
      expect(await store.change(context, id, { content: 'draft' })).toMatchObject({ version: MOST_VERSIONS });
    });

    it('keeps so many templates, and takes a new one for one that is deleted', async () => {
      const { id, draft } = await store.create(context, 'invoice', { content: 'one' });
      const row = { organisation_id: context.organisationId, name: 'x', draft, revision: 1 };
      const others = Array.from({ length: MOST_TEMPLATES - 1 }, (_, index) => ({
        ...row,
        id: `tpl_${String(index).padStart(26, '0')}`,
        slug: `t${index}`,
      }));
      await database.system.insertInto('templates').values(others).execute();
      const more = store.create(context, 'receipt', { content: 'two' });
      await expect(more).rejects.toMatchObject({ code: 'limit_reached', message: expect.stringContaining('delete') });
      await store.delete(context, id);
      expect(await store.create(context, 'receipt', { content: 'two' })).toMatchObject({ slug: 'receipt' });
    });
  });
});
