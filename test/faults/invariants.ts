import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { openHeads } from '../../packages/server/src/audit/heads.ts';
import { verifyAudit } from '../../packages/server/src/audit/verify.ts';
import type { Database } from '../../packages/server/src/data/database.ts';
import { JobSignals } from '../../packages/server/src/jobs/signals.ts';
import { JobStore } from '../../packages/server/src/jobs/store.ts';
import { Sweeper } from '../../packages/server/src/jobs/sweeper.ts';
import { Objects } from '../../packages/server/src/objects/objects.ts';
import { defaultPlace, openObjectStore } from '../../packages/server/src/objects/open.ts';
import { readSecrets } from '../../packages/server/src/service/secrets.ts';
import type { TestDatabase } from '../../packages/server/src/testing/database.ts';
import { expectSettled, type JobFacts, withDatabase } from './job-facts.ts';
import { BENIGN, WORD } from './pages.ts';
import type { ServiceProcess } from './service-process.ts';
import { until } from './until.ts';

const LOG = { event: () => {}, close: () => {} };
const HOURS_AGO = new Date(Date.now() - 7_200_000);

/**
 * What has to hold after any fault, once all jobs have ended.
 *
 * - I1 to I3: each job has ended once, after three attempts at most, and is charged once if it succeeded (job-facts.ts).
 * - I4: an end that was to be reported is one event, and all tries of it have the same id.
 * - I5: what is kept is what its row says; what nobody names is gone after the sweeper.
 * - I6: nothing of a document is in the clear in the folder of the service.
 * - I7 and I9: the service is well, converts, answers, and ends when it is told to.
 * - I8: the audit log is whole.
 *
 * @param survivor a service that still runs: it is ended, as the embedded database has one user
 */
export async function expectInvariants(data: TestDatabase, survivor?: ServiceProcess): Promise<readonly JobFacts[]> {
  if (survivor) await expectWell(survivor);
  return await withDatabase(data, async (database) => {
    const jobs = await expectSettled(database);
    await expectReported(database);
    const { dataFolder } = data.config;
    const { vault, auditKey } = await readSecrets({ dataFolder, host: '127.0.0.1', masterKey: {} }, database);
    const heads = openHeads({ database, dataFolder, key: auditKey, log: LOG });
    const audit = await verifyAudit(database.system, heads);
    expect(audit.flatMap(({ faults }) => faults)).toEqual([]);
    const store = await openObjectStore(defaultPlace(database), { database, dataFolder });
    await expectKept(database, { objects: new Objects({ store, vault }), dataFolder });
    if (database.kind === 'pglite') await expectSealed(dataFolder);
    return jobs;
  });
}

async function expectWell(service: ServiceProcess): Promise<void> {
  await until('the service is well', async () => (await service.health()).status === 'ok');
  // For trying: nothing is charged for it.
  const answer = await service.convert({ source: { html: BENIGN }, sandbox: true });
  expect(answer.status).toBe(200);
  await answer.arrayBuffer();
  service.kill('SIGTERM');
  expect(await service.exit).toBe(0);
}

/** One event for each end of a job that somebody wants to know of, and one delivery of it to each of them. */
async function expectReported({ system }: Database): Promise<void> {
  const { rows } = await sql<{ job_id: string; wanted: number; ends: number; states: number }>`
    select w.job_id, ('conversion.' || j.state = any(w.events))::integer as wanted,
      (select count(*)::integer from webhook_events e where e.job_id = w.job_id) as ends,
      (select count(distinct d.event_id)::integer from webhook_deliveries d where d.job_id = w.job_id) as states
    from job_webhooks w join jobs j on j.id = w.job_id where j.finished_at is not null
  `.execute(system);
  expect(rows.filter(({ wanted, ends, states }) => ends !== wanted || states !== wanted)).toEqual([]);
}

async function expectKept(
  database: Database,
  { objects, dataFolder }: { readonly objects: Objects; readonly dataFolder: string },
): Promise<void> {
  const { system } = database;
  await makeOld(database, path.join(dataFolder, 'objects'));
  const store = new JobStore({ database, signals: new JobSignals() });
  await new Sweeper({ database, store, objects, log: LOG }).compare();
  const rows = await system.selectFrom('job_outputs').selectAll().where('deleted_at', 'is', null).execute();
  for (const { object, bytes, sha256 } of rows) {
    const hash = createHash('sha256');
    for await (const chunk of objects.read({ name: object, bytes })) hash.update(chunk);
    expect(hash.digest().equals(sha256)).toBe(true);
  }
  const names: string[] = [];
  for await (const { name } of objects.list()) names.push(name);
  expect(names.sort()).toEqual(rows.map(({ object }) => object).sort());
  expect(await objects.removeUnfinished(new Date(Date.now() + 60_000))).toBe(0);
}

/** The sweeper leaves what is younger than an hour to whoever may be at it. */
async function makeOld({ kind, system }: Database, folder: string): Promise<void> {
  if (kind === 'postgresql') {
    await sql`update object_parts set created_at = ${HOURS_AGO}`.execute(system);
    return;
  }
  for (const file of filesBelow(folder)) utimesSync(file, HOURS_AGO, HOURS_AGO);
}

/** The word that stands in every document of these tests, in the forms in which it could be left behind. */
async function expectSealed(folder: string): Promise<void> {
  const forms = [
    Buffer.from(WORD),
    Buffer.from(WORD, 'utf16le'),
    ...[0, 1, 2].map((offset) => {
      const text = Buffer.concat([Buffer.alloc(offset), Buffer.from(WORD)]).toString('base64');
      // Without the signs that depend on what stands around it.
      return Buffer.from(text.slice(offset === 0 ? 0 : 4, -4));
    }),
    Buffer.from(Buffer.from(WORD).toString('hex')),
  ];
  const found = filesBelow(folder).filter((file) => {
    const bytes = readFileSync(file);
    return forms.some((form) => bytes.includes(form));
  });
  expect(found).toEqual([]);
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}
