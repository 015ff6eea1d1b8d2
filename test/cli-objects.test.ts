import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../packages/server/src/data/database.ts';
import { newId } from '../packages/server/src/data/ids.ts';
import { FileStore } from '../packages/server/src/objects/file-store.ts';
import { Objects } from '../packages/server/src/objects/objects.ts';
import { addOrganisation } from '../packages/server/src/testing/accounts.ts';
import { makeDatabase, type TestDatabase } from '../packages/server/src/testing/database.ts';
import { startS3, type TestS3 } from '../packages/server/src/testing/s3.ts';
import { masterKey } from '../packages/server/src/vault/master-key.ts';
import { openVault } from '../packages/server/src/vault/vault.ts';
import { callPlaten, startPlaten } from './cli-command.ts';

/** `platen objects move`, as an operator calls it on a data folder and a bucket. */

const MASTER = Buffer.alloc(32, 5);

let made: TestDatabase;
let s3: TestS3;
let bucket: string;
let folder: string;
beforeAll(async () => {
  made = await makeDatabase('pglite');
  s3 = await startS3();
  bucket = `s3://${s3.place.bucket}/results?endpoint=${s3.place.endpoint}`;
  folder = path.join(made.config.dataFolder, 'objects');
  const database = await openDatabase(made.config);
  const masters = { current: masterKey(MASTER), variable: 'PLATEN_MASTER_KEY' } as const;
  const objects = new Objects({ store: new FileStore(folder), vault: await openVault({ database, masters }) });
  const organisationId = await addOrganisation(database, 'Move');
  const { name, bytes, sha256 } = await objects.put(organisationId, [Buffer.from('result')]);
  const [job_id, now] = [newId('job'), new Date()];
  const of = { organisation_id: organisationId, format: 'pdf' };
  const times = { start_before: now, finished_at: now };
  const job = { id: job_id, kind: 'convert', state: 'succeeded', priority: 1, actor: 'key', sandbox: true } as const;
  await database.system
    .insertInto('jobs')
    .values({ ...of, ...times, ...job, request_bytes: 0, keep: 60 })
    .execute();
  const output = { job_id, position: 0, content_type: 'application/pdf', object: name, bytes, expires_at: now };
  await database.system
    .insertInto('job_outputs')
    .values({ ...of, ...output, sha256: Buffer.from(sha256, 'hex') })
    .execute();
  await database.close();
});
afterAll(async () => {
  await s3.close();
  await made.remove();
});

function settings(): Record<string, string> {
  return {
    PLATEN_DATA: made.config.dataFolder,
    PLATEN_MASTER_KEY: MASTER.toString('hex'),
    DATABASE_URL: '',
    AWS_ACCESS_KEY_ID: s3.place.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: s3.place.credentials.secretAccessKey,
  };
}

const platen = async (...args: string[]) => await callPlaten(['objects', 'move', ...args], { settings: settings() });

it('moves results to a bucket and back, and counts them', async () => {
  const organisation = readdirSync(folder)[0] ?? '';
  expect(await startPlaten(['objects', 'move', '--to', bucket], { settings: settings() })).toEqual({
    status: 0,
    stdout: '1 moved, 0 there already, 0 missing, 0 damaged, 0 too large\n',
    stderr: '',
  });
  expect(readdirSync(path.join(folder, organisation))).toEqual([]);
  mkdirSync(path.join(folder, 'org_x'));
  writeFileSync(path.join(folder, 'org_x/obj_x'), 'of nobody');
  expect(await platen('--to', 'database')).toMatchObject({
    status: 1,
    stdout: '0 moved, 0 there already, 1 missing, 0 damaged, 0 too large\n',
    stderr: expect.stringMatching(/^job_\w+: its object is in neither store\n1 objects that belong to no result/),
  });
  expect(await platen('--from', bucket, '--to', 'files', '--keep')).toMatchObject({
    status: 0,
    stdout: '1 moved, 0 there already, 0 missing, 0 damaged, 0 too large\n',
  });
  expect(readdirSync(path.join(folder, organisation))).toHaveLength(1);
});

it.each([
  [[], 2, 'Say where results go'],
  [['--to', 'elsewhere'], 2, '"--to": use files, database, or s3://'],
  [['--to', 'files', '--from', 's3://X'], 2, '"--from": "X" is no name of a bucket'],
  [['--to', 'files'], 1, 'results are there already'],
  [['--to', 's3://results?endpoint=http://127.0.0.1:1'], 1, 'cannot be reached (ECONNREFUSED)'],
])('%j is told what it lacks', async (args, status, message) => {
  expect(await platen(...args)).toMatchObject({ status, stderr: expect.stringContaining(message) });
});
