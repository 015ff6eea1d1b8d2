import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { sharedOf } from '../batches/payload.ts';
import { readTar } from '../evidence/tar.ts';
import { outcomeOf, payloadOf, writePayload } from '../jobs/payload.ts';
import { FileStore } from '../objects/file-store.ts';
import { Objects } from '../objects/objects.ts';
import { addOrganisation } from '../testing/accounts.ts';
import { describeOnDatabases } from '../testing/database.ts';
import { addMember } from '../testing/rows.ts';
import { openTestVault } from '../testing/vault.ts';
import type { SealedObject, Vault } from '../vault/vault.ts';
import { tablesOf } from './organisation-columns.ts';
import { organisationData } from './organisation-data.ts';
import { DIGESTS, NO_COLUMNS, NO_TABLES, OPENED } from './organisation-tables.ts';

/** Fields of a request that have credentials, and what of them is shown. */
const SECRETS = {
  auth: { username: 'ada', password: 'hidden' },
  cookies: [{ name: 'session', value: 'hidden' }],
  http_headers: { authorization: 'hidden' },
  protection: { user_password: 'hidden' },
  presigned_url: 'https://example.com/?signature=hidden',
  webhook: 'https://example.com/hidden',
  destination: [{ kind: 's3', bucket: 'b', secret_access_key: 'hidden', path: 'a/' }, { connection: 'conn_1' }],
  data: { auth: 'shown' },
};
const SHOWN = { destination: [{ kind: 's3', path: 'a/' }, { connection: 'conn_1' }], data: { auth: 'shown' } };

describeOnDatabases('all that is kept of an organization', (database) => {
  let vault: Vault;
  let id: string;
  beforeAll(async () => {
    vault = await openTestVault(database());
    id = await addOrganisation(database(), 'Exported');
  });

  async function exported() {
    const folder = mkdtempSync(path.join(tmpdir(), 'platen-export-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const objects = new Objects({ store: new FileStore(folder), vault });
    const write = async (organisationId = id) => {
      const pieces = organisationData({ database: database(), vault, objects, organisationId, at: new Date(0) });
      const files = new Map<string, string>();
      for await (const { name, content } of readTar(pieces)) {
        files.set(name, Buffer.concat(await Array.fromAsync(content)).toString('latin1'));
      }
      const rows = (table: string) =>
        [...files]
          .filter(([name]) => name.startsWith(`${table}/`))
          .flatMap(([, text]) => text.trim().split('\n'))
          .filter((line) => line !== '')
          .map((line) => JSON.parse(line));
      return { files, rows, about: JSON.parse(files.get('about.json') ?? '') };
    };
    return { objects, write };
  }
  const job = async (organisationId: string, name: string, content: string) => {
    const request = writePayload({
      caller: {} as never,
      kind: 'pdf',
      json: { source: { html: content }, ...SECRETS },
      files: [{ name: 'a.css', bytes: Buffer.from('p {}') }],
    });
    const row = {
      id: name,
      organisation_id: organisationId,
      kind: 'convert',
      state: 'succeeded',
      priority: 1,
      actor: 'key_1',
      format: 'pdf',
      sandbox: false,
      request: await vault.seal(payloadOf(organisationId, name), request),
      request_bytes: 1,
      outcome: await vault.seal(outcomeOf(organisationId, name), Buffer.from('{"warnings":[]}')),
      start_before: new Date(),
      keep: 60,
      finished_at: new Date(),
    };
    await database()
      .system.insertInto('jobs')
      .values(row as never)
      .execute();
  };

  it('is in one archive, open, with files and results, and nothing of another', async () => {
    const { objects, write } = await exported();
    const other = await addOrganisation(database(), 'Other');
    await addMember(database(), id);
    await addMember(database(), other);
    await job(id, 'job_1', 'ours');
    await job(other, 'job_2', 'theirs');
    const kept = await objects.put(id, [Buffer.from('%PDF-ours')]);
    const gone = `${id}/obj_gone`;
    for (const [position, name] of [kept.name, gone].entries()) {
      await database()
        .system.insertInto('job_outputs')
        .values({
          job_id: 'job_1',
          position,
          organisation_id: id,
          format: 'pdf',
          content_type: 'application/pdf',
          bytes: 9,
          sha256: Buffer.alloc(32, 1),
          object: name,
          expires_at: new Date(),
        } as never)
        .execute();
    }
    const { files, rows, about } = await write();
    expect(rows('jobs')).toMatchObject([
      {
        id: 'job_1',
        request: { json: { source: { html: 'ours' } }, files: [{ name: 'a.css', base64: 'cCB7fQ==' }] },
        outcome: { warnings: [] },
      },
    ]);
    expect(files.get('results/job_1.0')).toBe('%PDF-ours');
    expect(about).toMatchObject({ organisation: id, missing: ['results/job_1.1'], left_out: { tables: NO_TABLES } });
    expect([rows('members').length, rows('people').length]).toEqual([1, 1]);
    const all = [...files.values()].join('');
    expect(all).not.toContain(other);
    expect(all).not.toContain('theirs');
  });

  it('has no credentials of requests', async () => {
    const { write } = await exported();
    const own = await addOrganisation(database(), 'Scheduled');
    const request = { source: { html: 'x' }, ...SECRETS };
    const sealed = (of: SealedObject, content: object) => vault.seal(of, Buffer.from(JSON.stringify(content)));
    const schedule = {
      ...{ id: 'sch_1', organisation_id: own, name: 'Daily', cron: '0 0 * * *', timezone: 'UTC', format: 'pdf' },
      ...{ actor_kind: 'key', actor: 'key_1', sandbox: false, next_at: new Date() },
      request: await sealed({ organisationId: own, kind: 'schedule_request', id: 'sch_1' }, request),
    };
    const shared = { caller: {} as never, kind: 'pdf' as const, files: [] };
    const destinations = [{ kind: 's3', settings: { secret_access_key: 'hidden' }, path: 'a/', onConflict: 'fail' }];
    const batch = {
      ...{ id: 'bat_1', organisation_id: own, actor: 'key_1', state: 'queued', result: 'zip', format: 'pdf' },
      ...{ sandbox: false, total: 1, keep: 60 },
      request: await vault.seal(
        sharedOf(own, 'bat_1'),
        writePayload({ ...shared, json: { fields: request, destinations } }),
      ),
    };
    const { system } = database();
    await system
      .insertInto('schedules')
      .values(schedule as never)
      .execute();
    await system
      .insertInto('batches')
      .values(batch as never)
      .execute();
    await job(own, 'job_3', 'x');
    const { files, rows, about } = await write(own);
    const shown = { source: { html: 'x' }, ...SHOWN };
    expect(rows('schedules')[0].request).toEqual(shown);
    expect(rows('jobs')[0].request.json).toEqual(shown);
    expect(rows('batches')[0].request.json).toEqual({
      fields: shown,
      destinations: [{ kind: 's3', path: 'a/', onConflict: 'fail' }],
    });
    expect([...files.values()].join('')).not.toContain('hidden');
    expect(Object.keys(about.left_out.fields).sort()).toEqual(
      Object.keys(SECRETS)
        .filter((name) => name !== 'destination' && name !== 'data')
        .sort(),
    );
  });

  it('is read to the end of tables that are longer than a page, each row once', async () => {
    const { write } = await exported();
    await sql`
      insert into request_log (id, organisation_id, at, method, route, status, duration_ms, request_id)
      select 'req_' || n, ${id}, '2026-01-01'::timestamptz + make_interval(secs => n / 3 * 0.000001), 'GET', '/', 200, 1, n::text
      from generate_series(1, 1001) n
    `.execute(database().system);
    const { rows } = await write();
    expect(new Set(rows('request_log').map((row) => row.id)).size).toBe(1_001);
    expect(rows('request_log')).toHaveLength(1_001);
  });

  it('leaves out what is named with its reason, and opens or shows every other column', async () => {
    const tables = await tablesOf(database());
    const bytes = tables.flatMap(({ name, columns }) =>
      columns.filter(({ type }) => type === 'bytea').map((column) => `${name}.${column.name}`),
    );
    const named = [OPENED, DIGESTS, NO_COLUMNS].flatMap((list) =>
      Object.entries(list).flatMap(([table, columns]) =>
        (Array.isArray(columns) ? columns : Object.keys(columns)).map((column) => `${table}.${column}`),
      ),
    );
    expect([...bytes].sort()).toEqual([...new Set(named)].sort());
  });
});
