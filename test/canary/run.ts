import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { dumpInstance, readConfig } from '@platen/server';
import { openAdministration } from '@platen/server/operation';
import { sql } from 'kysely';
import { openDatabase } from '../../packages/server/src/data/database.ts';
import { startNeighbors } from './neighbors.ts';
import { columnsOf, filesBelow, type Place, processesOf } from './places.ts';
import { addressRequests, type CanaryRequest, fieldRequests } from './requests.ts';
import { type Sent, sendAll } from './send.ts';
import { type CanaryService, startCanaryService } from './service.ts';
import { Stories } from './stories.ts';
import { Canaries } from './words.ts';

/** One life of a service that is sent canaries, and every place that it could have left them in. */
export interface CanaryRun {
  readonly canaries: Canaries;
  readonly stories: readonly (readonly [string, number])[];
  readonly sent: readonly Sent[];
  /** The paths that neighbors of the service were asked for. */
  readonly neighbors: readonly string[];
  readonly places: readonly Place[];
}

/** @param onStarted called with the service, for who gives up waiting: it is ended when the run has come to its end */
export async function runCanaries(onStarted: (service: CanaryService) => void): Promise<CanaryRun> {
  const canaries = new Canaries();
  const service = await startCanaryService();
  onStarted(service);
  const neighbors = await startNeighbors(canaries);
  try {
    const stories = new Stories({ service, neighbors, canaries });
    const cookie = await stories.people();
    const things = await stories.things();
    await stories.documents();
    const seen: Place[] = [];
    const look = () => {
      seen.push(...processesOf(service.pid), ...filesBelow(service.temporary, 'temporary files'));
    };
    look();
    const sent = await sendAll(everyRequest(canaries, things), {
      service,
      cookie,
      onSent: (count) => void (count % LOOK_EVERY === 0 && look()),
    });
    const planted = await plant(canaries, service);
    const places = [...seen, ...planted, ...(await placesOf(service, canaries))];
    return { canaries, stories: stories.steps, sent, neighbors: neighbors.asked(), places };
  } finally {
    neighbors.close();
    await service.end();
  }
}

/** Requests between two looks at what is there only while they run. */
const LOOK_EVERY = 25;

function* everyRequest(canaries: Canaries, things: Readonly<Record<string, string>>): Generator<CanaryRequest, void> {
  yield* addressRequests(canaries);
  yield* fieldRequests(canaries, ({ path: at }) =>
    at.replace(/\{\w+\}/, () => things[at.split('/')[2] ?? ''] ?? 'none'),
  );
}

/** Leaves a canary where a fault of the service could, so that the search is seen to look there. */
async function plant(canaries: Canaries, service: CanaryService): Promise<Place[]> {
  const word = (place: string) => canaries.make(`planted: ${place}`).lower;
  appendFileSync(service.logFile, `{"planted":"${Buffer.from(word('log')).toString('base64')}"}\n`);
  writeFileSync(path.join(service.temporary, 'planted.gz'), gzipSync(word('temporary files')));
  await fetch(service.traceCollector, { method: 'POST', body: word('traces') });
  const child = spawn('/bin/sh', ['-c', 'echo runs; read _', word('processes/cmdline')], {
    env: { PLANTED: word('processes/environ') },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  // Before it runs its own program, the system does not show its arguments.
  await once(child.stdout, 'data');
  const places = processesOf(child.pid as number);
  child.kill('SIGKILL');
  return [...places, ...filesBelow(service.temporary, 'temporary files')];
}

async function placesOf(service: CanaryService, canaries: Canaries): Promise<Place[]> {
  const said = await Promise.all([
    text(service, '/metrics', `Bearer ${service.metricsToken}`),
    text(service, '/health'),
    text(service, '/v1/audit?limit=100'),
    text(service, '/v1/logs?limit=100'),
  ]);
  await service.stop();
  const config = { dataFolder: service.dataFolder, databaseConnections: 1 };
  const database = await openDatabase(config);
  const word = canaries.make('planted: database').lower;
  // Twice: between pages of the write-ahead log stands a header, which may fall into one of the two.
  const planted = JSON.stringify([word, '.'.repeat(200), word].join(' '));
  await sql`insert into settings (name, value) values ('planted', ${planted}::jsonb)`.execute(database.system);
  const columns = await columnsOf(database);
  await database.close();
  const dump = path.join(service.dataFolder, '..', `${path.basename(service.dataFolder)}.dump`);
  await dumpInstance(readConfig({ PLATEN_DATA: service.dataFolder }), dump);
  const dumped = readFileSync(dump);
  rmSync(dump);
  const exported = await exportsOf(service.dataFolder);
  return [
    ...said,
    ...exported,
    ...columns,
    ...filesBelow(service.dataFolder, 'data folder'),
    { name: 'dump', bytes: dumped },
    { name: 'log', bytes: readFileSync(service.logFile) },
    { name: 'traces', bytes: Buffer.from(service.traces()) },
  ];
}

/** What is given to an auditor, and to each person who asks for what is kept of them. */
async function exportsOf(dataFolder: string): Promise<Place[]> {
  const administration = await openAdministration(readConfig({ PLATEN_DATA: dataFolder }));
  try {
    const evidence = Buffer.concat(await Array.fromAsync(administration.exportEvidence({})));
    const files: string[] = [];
    for await (const { id } of administration.listPeople()) {
      files.push(...(await Array.fromAsync(await administration.exportPerson(id))));
    }
    return [
      { name: 'evidence', bytes: evidence },
      { name: 'person file', bytes: Buffer.from(files.join('')) },
    ];
  } finally {
    await administration.close();
  }
}

async function text(service: CanaryService, at: string, authorization = service.authorization): Promise<Place> {
  const response = await fetch(service.url + at, { headers: { authorization } });
  return { name: at.replace(/\?.*/, ''), bytes: Buffer.from(await response.arrayBuffer()) };
}
