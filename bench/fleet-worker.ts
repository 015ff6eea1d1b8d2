import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../packages/server/src/data/database.ts';
import { JobListener } from '../packages/server/src/jobs/listener.ts';
import { JobSignals } from '../packages/server/src/jobs/signals.ts';
import { JobStore } from '../packages/server/src/jobs/store.ts';
import { Worker } from '../packages/server/src/jobs/worker.ts';

/**
 * One process of a fleet, whose jobs take their time and do nothing: `node fleet-worker.ts URL SLOTS MILLISECONDS`.
 * Ends when its standard input does.
 */
const [url = '', slots = '1', work = '0'] = process.argv.slice(2);
const database = await openDatabase({ dataFolder: '/nonexistent', databaseConnections: 4, databaseUrl: url });
const signals = new JobSignals();
const store = new JobStore({ database, signals });
const listener = new JobListener({ url, signals });
const worker = new Worker({
  store,
  signals,
  slots: Number(slots),
  log: { event: () => {}, close: () => {} },
  run: async (job) => {
    await sleep(Number(work));
    await store.succeed(job, { outputs: [], credits: 0, bytes: 0 }, Buffer.alloc(0));
  },
});
listener.open();
worker.start();
process.stdout.write('ready\n');
process.stdin.resume().once('end', async () => {
  await worker.stop(5_000);
  await listener.close();
  await database.close();
});
