import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../data/database.ts';
import {
  addOrganisation,
  emptyDatabase,
  openTestAccounts,
  stoppedClock,
  type TestAccounts,
} from '../testing/accounts.ts';
import { describeOnDatabases } from '../testing/database.ts';
import { openTestVault } from '../testing/vault.ts';
import { SnippetStore } from './snippet-store.ts';

describeOnDatabases('the store of snippets', (opened) => {
  let database: Database;
  let accounts: TestAccounts;
  let store: SnippetStore;
  let context: { organisationId: string; actor: string };

  beforeEach(async () => {
    database = opened();
    accounts = await openTestAccounts(database);
    context = { organisationId: accounts.organisationId, actor: 'key_test' };
    store = new SnippetStore({
      database,
      audit: accounts.audit,
      clock: stoppedClock(),
      vault: await openTestVault(database),
    });
  });
  afterEach(async () => {
    await accounts.close();
    await emptyDatabase(database);
  });

  it('keeps, changes and deletes, and records it', async () => {
    const { id } = await store.create(context, 'line', 'one');
    await store.replace(context, id, 'two');
    await store.replace(context, id, 'two');
    expect(await store.get(context.organisationId, 'line')).toMatchObject({
      facts: { id, version: 2 },
      content: 'two',
    });
    expect(await store.get(context.organisationId, id)).toMatchObject({ content: 'two' });
    await store.delete(context, id);
    expect(await store.get(context.organisationId, 'line')).toBeUndefined();
    await expect(store.delete(context, id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(store.replace(context, id, 'x')).rejects.toMatchObject({ code: 'not_found' });
    const rows = await accounts.audit.list(context.organisationId, { limit: 10, actor: 'key_test' });
    expect(rows.map(({ action }) => action)).toEqual(['snippet.deleted', 'snippet.updated', 'snippet.created']);
    expect(JSON.stringify(rows)).not.toContain('two');
  });

  it('counts every change of many at once', async () => {
    const { id } = await store.create(context, 'line', 'start');
    await Promise.all(Array.from({ length: 6 }, (_, at) => store.replace(context, id, `content ${at}`)));
    expect(await store.get(context.organisationId, id)).toMatchObject({ facts: { version: 7 } });
  });

  it('reads those that there are, of the own organisation', async () => {
    const other = { organisationId: await addOrganisation(database, 'Other'), actor: 'key_other' };
    await store.create(context, 'line', 'own');
    const theirs = await store.create(other, 'line', 'theirs');
    await store.create(other, 'total', 'theirs');
    expect([...(await store.read(context.organisationId, ['line', 'total', 'x']))]).toEqual([
      ['line', { version: 1, content: 'own' }],
    ]);
    expect(await store.get(context.organisationId, theirs.id)).toBeUndefined();
    expect(await store.exists(theirs.id)).toBe(true);
    await expect(store.replace(context, theirs.id, 'x')).rejects.toMatchObject({ code: 'not_found' });
    await expect(store.delete(context, theirs.id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(store.create(context, 'line', 'x')).rejects.toMatchObject({ code: 'slug_taken' });
  });

  it('lists one after the other', async () => {
    for (const name of ['a', 'b', 'c']) await store.create(context, name, name);
    const first = await store.list(context.organisationId, { limit: 2 });
    const rest = await store.list(context.organisationId, { after: first[1]?.id, limit: 2 });
    expect([...first, ...rest].map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  });
});
