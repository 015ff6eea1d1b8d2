import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../data/ids.ts';
import { emptyDatabase, stoppedClock } from '../testing/accounts.ts';
import { describeOnDatabases } from '../testing/database.ts';
import { AuditLog } from './audit-log.ts';
import { Heads } from './heads.ts';
import { acceptAudit, verifyAudit } from './verify.ts';

describeOnDatabases('the audit log', (database) => {
  const key = Buffer.alloc(32, 7);
  let folder: string;
  let organisation: string;
  let clock: ReturnType<typeof stoppedClock>;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'platen-audit-'));
    organisation = newId('org');
    clock = stoppedClock();
  });
  afterEach(async () => {
    rmSync(folder, { recursive: true });
    await emptyDatabase(database());
  });

  const open = (signer = key) => {
    const heads = new Heads({ database: database(), folder, key: signer });
    return { heads, audit: new AuditLog({ database: database(), heads, clock }) };
  };
  const verify = async () => await verifyAudit(database().system, new Heads({ database: database(), folder, key }));
  const faults = async () => (await verify()).flatMap((chain) => chain.faults.map(({ kind, seq }) => `${kind} ${seq}`));
  const file = () => path.join(folder, `${organisation}.json`);

  async function write(count: number): Promise<void> {
    const { audit, heads } = open();
    for (let at = 1; at <= count; at += 1) {
      clock.time += 1_000;
      const detail = { z: at, a: 'ü "quoted" \u2028', flag: true, none: null };
      await audit.record(organisation, { actor: 'system', action: `test.${at}`, target: 'key_1', detail });
    }
    await heads.flush();
  }

  /** What somebody can do who has all rights on the database. */
  async function tamper(statement: string): Promise<void> {
    await sql.raw('alter table audit_log disable trigger user').execute(database().system);
    await sql.raw(statement).execute(database().system);
    await sql.raw('alter table audit_log enable trigger user').execute(database().system);
  }

  it('is whole after it was written, by several processes at once', async () => {
    await write(3);
    const others = [open(), open()];
    await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        others[at % 2]?.audit.record(organisation, { actor: 'system', action: 'test', detail: { at } }),
      ),
    );
    await Promise.all(others.map(({ heads }) => heads.flush()));
    expect(await verify()).toEqual([{ organisationId: organisation, rows: 15, faults: [] }]);
    expect(await verifyAudit(database().system, others[0]?.heads as Heads)).toMatchObject([{ faults: [] }]);
  });

  it('lists the newest first, filtered, in pages', async () => {
    await write(5);
    const { audit } = open();
    const seqs = async (filter: Partial<Parameters<AuditLog['list']>[1]>) =>
      (await audit.list(organisation, { limit: 10, ...filter })).map(({ seq }) => seq);
    expect(await seqs({ limit: 2 })).toEqual([5, 4]);
    expect(await seqs({ before: 3 })).toEqual([2, 1]);
    expect(await seqs({ action: 'test.2' })).toEqual([2]);
    expect(await seqs({ actor: 'nobody' })).toEqual([]);
    expect(await seqs({ since: new Date(clock.time - 1_000), until: new Date(clock.time) })).toEqual([4]);
    expect(await audit.list(newId('org'), { limit: 10 })).toEqual([]);
  });

  it('refuses to be changed', async () => {
    await write(1);
    for (const statement of ["update audit_log set actor = 'x'", 'delete from audit_log', 'truncate audit_log']) {
      await expect(sql.raw(statement).execute(database().system)).rejects.toThrow(/refused/);
    }
    expect(await faults()).toEqual([]);
  });

  it('and what it records are both done, or neither', async () => {
    const { audit } = open();
    const id = newId('org');
    const addOrganisation = () =>
      audit.act(
        organisation,
        async (queries) => {
          await sql`select set_config('app.bypass', 'on', true)`.execute(queries);
          await queries.insertInto('organisations').values({ id, name: 'x', slug: id }).execute();
        },
        // The database cannot write this text.
        () => ({ actor: 'system', action: 'test', target: '\u0000' }),
      );
    await expect(addOrganisation()).rejects.toThrow();
    expect(await database().system.selectFrom('organisations').selectAll().execute()).toEqual([]);
    expect(await audit.list(organisation, { limit: 10 })).toEqual([]);
  });

  it.each([
    ['a changed actor', "update audit_log set actor = 'x' where seq = 2", ['changed 2']],
    ['a changed detail', `update audit_log set detail = '{"z": 3}' where seq = 3`, ['changed 3']],
    ['a changed time', "update audit_log set at = at + interval '1 ms' where seq = 1", ['changed 1']],
    ['a changed hash', "update audit_log set hash = '\\x00' where seq = 2", ['changed 2', 'relinked 3']],
    ['a removed row', 'delete from audit_log where seq = 2', ['missing 2']],
    ['a removed first row', 'delete from audit_log where seq = 1', ['missing 1']],
    ['a removed tail', 'delete from audit_log where seq > 3', ['tail_removed 4']],
    ['all rows removed', 'delete from audit_log', ['tail_removed 1']],
  ])('shows %s', async (_name, statement, expected) => {
    await write(4);
    await tamper(statement);
    expect(await faults()).toEqual(expected);
  });

  it('shows rows in another order', async () => {
    await write(4);
    for (const [from, to] of [
      [2, 9],
      [3, 2],
      [9, 3],
    ])
      await tamper(`update audit_log set seq = ${to} where seq = ${from}`);
    expect(await faults()).toEqual(expect.arrayContaining(['relinked 2', 'changed 2', 'relinked 3', 'changed 3']));
  });

  it('shows a chain that was made anew as a whole, by its head', async () => {
    await write(4);
    await tamper('delete from audit_log');
    const saved = readFileSync(file());
    rmSync(file());
    await write(4);
    expect(await faults()).toEqual(['head_older 0', 'head_differs 4']);
    writeFileSync(file(), saved);
    expect(await faults()).toEqual(['head_differs 4']);
  });

  describe('with a head that is missing or older', () => {
    const put = (text: string | undefined) => (text === undefined ? rmSync(file()) : writeFileSync(file(), text));
    const marks = "delete from settings where name like 'audit_head:%'";

    it('stays at fault whatever is written after, until an operator accepts it', async () => {
      await write(2);
      const older = readFileSync(file(), 'utf8');
      await write(2);
      for (const [text, fault] of [
        [undefined, 'head_missing'],
        [older, 'head_older'],
      ] as const) {
        put(text);
        await write(2);
        expect(await faults()).toEqual([expect.stringContaining(fault)]);
        const { heads, audit } = open();
        const accepted = await acceptAudit(database().system, { heads, audit });
        expect(accepted).toMatchObject([{ organisationId: organisation, faults: [{ kind: fault }] }]);
        expect(await faults()).toEqual([]);
        const [row] = await audit.list(organisation, { limit: 1 });
        expect(row).toMatchObject({ actor: 'operator', action: 'audit.accepted' });
        await write(1);
        expect(await faults()).toEqual([]);
      }
    });

    it('is at fault too when the database has forgotten it, or remembers what was not signed', async () => {
      await write(2);
      put(undefined);
      await tamper(marks);
      await write(1);
      expect(await faults()).toEqual(['head_missing 3']);
      await acceptAudit(database().system, open());
      await tamper(`update settings set value = replace(value::text, '"seq": 4', '"seq": 1')::jsonb
        where name like 'audit_head:%'`);
      expect(await faults()).toEqual(['head_forged 4']);
    });

    it('is whole for a data folder that is new, which goes on from what others have marked', async () => {
      await write(3);
      rmSync(folder, { recursive: true });
      expect(await faults()).toEqual([]);
      await write(1);
      expect(JSON.parse(readFileSync(file(), 'utf8'))).toMatchObject({ seq: 4 });
      await tamper('delete from audit_log where seq > 2');
      rmSync(folder, { recursive: true });
      expect(await faults()).toEqual(['tail_removed 3']);
    });

    it('is whole when the process is killed between the first row and its head', async () => {
      const { audit, heads } = open();
      heads.keep = () => {};
      await audit.record(organisation, { actor: 'system', action: 'test' });
      expect(await faults()).toEqual([]);
      await write(1);
      expect(await faults()).toEqual([]);
    });
  });

  it('of people without an organisation has a head as well', async () => {
    organisation = 'instance';
    await write(2);
    expect(await faults()).toEqual([]);
    await tamper('delete from audit_log where seq > 1');
    await write(1);
    expect(await faults()).toEqual(['head_differs 2']);
  });

  it('detects a head that was signed with another key, changed or removed', async () => {
    await write(2);
    const head = readFileSync(file(), 'utf8');
    writeFileSync(file(), head.replace('"seq":2', '"seq":1'));
    expect(await faults()).toEqual(['head_forged 2']);
    rmSync(file());
    expect(await faults()).toEqual(['head_missing 2']);
    const { heads } = open(Buffer.alloc(32, 8));
    heads.keep({ organisationId: organisation, seq: 2, hash: 'ab' });
    await heads.flush();
    expect(await faults()).toEqual(['head_forged 2']);
  });

  it('keeps the head that proves it when rows were removed, whatever is written after', async () => {
    await write(4);
    await tamper('delete from audit_log where seq > 2');
    const lines: string[] = [];
    const log = { event: (name: string) => void lines.push(name), close: () => {} };
    const heads = new Heads({ database: database(), folder, key, log });
    const audit = new AuditLog({ database: database(), heads, clock, log });
    for (let at = 0; at < 4; at += 1) await audit.record(organisation, { actor: 'system', action: 'test' });
    await heads.flush();
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toMatchObject({ seq: 4 });
    expect(await faults()).toEqual(['head_differs 4']);
    expect(lines).toContain('audit_chain_broken');
  });
});
