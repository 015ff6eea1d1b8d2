import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, it } from 'vitest';
import { openDatabase } from '../../packages/server/src/data/database.ts';
import { DATABASE_KINDS, makeDatabase, type TestDatabase } from '../../packages/server/src/testing/database.ts';
import { wrap } from '../../packages/server/src/vault/key-store.ts';
import { masterKey } from '../../packages/server/src/vault/master-key.ts';
import { openVault } from '../../packages/server/src/vault/vault.ts';
import { startServiceProcess } from './service-process.ts';

/** F31: the master key is changed while servers work, and whoever changes it is killed. */

const [OLD, NEW] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const [old, fresh] = [masterKey(OLD), masterKey(NEW)];
/** Some batches, so that there is a midst. */
const KEYS = 3_000;

const ending: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

/** Changes the key of a database in a process that is killed at its sixth batch. */
async function changeAndDie({ config }: TestDatabase): Promise<NodeJS.Signals> {
  const module = (name: string) => JSON.stringify(new URL(`../../packages/server/src/${name}.ts`, import.meta.url));
  const program = `
    import { openDatabase } from ${module('data/database')};
    import { masterKey } from ${module('vault/master-key')};
    import { openVault } from ${module('vault/vault')};
    const database = await openDatabase(${JSON.stringify(config)});
    const [current, previous] = [masterKey(Buffer.alloc(32, 2)), masterKey(Buffer.alloc(32, 1))];
    let begun = 0;
    const system = new Proxy(database.system, {
      get: (target, name) => {
        // No timer comes to its turn while PGlite works: there it is killed before the batch.
        if (name === 'transaction' && (begun += 1) === 6) {
          if (database.kind === 'pglite') process.kill(process.pid, 'SIGKILL');
          else setTimeout(() => process.kill(process.pid, 'SIGKILL'), 3);
        }
        const value = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    await openVault({ database: { ...database, system }, masters: { current, previous, variable: 'x' } });
    await new Promise(() => {});`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' });
  const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals];
  return signal;
}

it.each(DATABASE_KINDS)(
  'a change of the master key that is killed is ended by the next start, on %s',
  {
    timeout: 240_000,
  },
  async (kind) => {
    const made = await makeDatabase(kind);
    ending.push(() => made.remove());
    const seeded = await openDatabase(made.config);
    const first = await openVault({ database: seeded, masters: { current: old, variable: 'x' } });
    const secret = first.secret('any');
    const names = Array.from({ length: KEYS }, (_, at) => `org_${at}`);
    const rows = names.map((organisationId, at) => ({
      organisation_id: organisationId,
      version: 1,
      wrapped_key: wrap(Buffer.alloc(32, at % 251), { master: old, organisationId, version: 1 }),
      master_key_id: old.id,
    }));
    for (let at = 0; at < KEYS; at += 500) {
      await seeded.system
        .insertInto('vault_keys')
        .values(rows.slice(at, at + 500))
        .execute();
    }
    const object = (organisationId: string) => ({ organisationId, kind: 'webhook_secret', id: '1' });
    const sealed = await Promise.all(names.slice(0, 50).map((name) => first.seal(object(name), Buffer.from(name))));
    await seeded.close();

    expect(await changeAndDie(made)).toBe('SIGKILL');
    const database = await openDatabase(made.config);
    ending.push(() => database.close());
    const under = (id: string) =>
      database.system
        .selectFrom('vault_keys')
        .select(({ fn }) => fn.countAll<number>().as('keys'))
        .where('master_key_id', '=', id)
        .executeTakeFirstOrThrow();
    const { keys } = await under(fresh.id);
    expect(keys).toBeGreaterThan(0);
    expect(keys).toBeLessThan(KEYS);
    await expect(openVault({ database, masters: { current: fresh, variable: 'x' } })).rejects.toThrow('PREVIOUS');
    const vault = await openVault({ database, masters: { current: fresh, previous: old, variable: 'x' } });
    expect(await under(old.id)).toEqual({ keys: 0 });
    expect(await under(fresh.id)).toEqual({ keys: KEYS + 1 });
    expect(vault.secret('any')).toEqual(secret);
    for (const [at, bytes] of sealed.entries()) {
      expect((await vault.open(object(names[at] ?? ''), bytes)).toString()).toBe(names[at]);
    }
  },
);

it('jobs that were accepted under the old key end, and their results open, while servers go over one by one', {
  timeout: 240_000,
}, async () => {
  const made = await makeDatabase('postgresql');
  ending.push(() => made.remove());
  const text = (key: Buffer) => key.toString('base64');
  const begin = async (current: Buffer, previous?: Buffer) => {
    const settings = {
      PLATEN_MASTER_KEY: text(current),
      ...(previous ? { PLATEN_MASTER_KEY_PREVIOUS: text(previous) } : {}),
    };
    const service = await startServiceProcess(made, { settings });
    ending.push(() => service.end());
    return service;
  };
  const both = await begin(OLD, NEW);
  const accept = async () => {
    const answer = await both.ask('POST', '/v1/convert/pdf', { source: { html: '<h1>F31</h1>' }, async: true });
    expect(answer.status).toBe(202);
    return ((await answer.json()) as { readonly id: string }).id;
  };
  const before = await Promise.all(Array.from({ length: 6 }, accept));
  const next = await begin(NEW, OLD);
  const after = await Promise.all(Array.from({ length: 6 }, accept));
  const hook = await both.ask('POST', '/v1/webhooks', { url: 'https://9.9.9.9/', events: ['conversion.succeeded'] });
  expect(hook.status).toBe(201);
  for (const id of [...before, ...after]) {
    const state = async () =>
      ((await (await next.ask('GET', `/v1/jobs/${id}`)).json()) as { job: { status: string } }).job.status;
    await expect.poll(state, { timeout: 60_000, interval: 200 }).toBe('succeeded');
  }
  await both.end();
  await next.end();
  const last = await begin(NEW);
  for (const id of [...before, ...after]) {
    const result = await last.ask('GET', `/v1/jobs/${id}/result`);
    expect(result.status).toBe(200);
    expect(Buffer.from(await result.arrayBuffer()).toString('latin1', 0, 5)).toBe('%PDF-');
  }
});
