import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { readConfig } from '../../packages/server/src/config/config.ts';
import { JobStore } from '../../packages/server/src/jobs/store.ts';
import { createStderrLog } from '../../packages/server/src/log/log.ts';
import { Objects } from '../../packages/server/src/objects/objects.ts';
import { startService } from '../../packages/server/src/service/service.ts';
import { DIES, type Point } from './points.ts';

/**
 * The service for tests of faults, as a process: `node faulty-service.ts '{"lease": 2}'`. It has leases as short as the test
 * wants. At SIGUSR2 it takes a point from the file `dies` of its data folder, and removes that: from then on it kills itself
 * the first time that it comes there.
 */
export interface Faults {
  /** Seconds that a worker may be silent. */
  readonly lease?: number;
}

const die = () => process.kill(process.pid, 'SIGKILL');

/** Runs `work` and dies; what follows it does not happen. */
async function last<Value>(work: Promise<Value>): Promise<Value> {
  const value = await work;
  die();
  return value;
}

const { accept, claim, succeed } = JobStore.prototype;
const { put } = Objects.prototype;
const arrange: Readonly<Record<Point, () => void>> = {
  accepted: () => {
    JobStore.prototype.accept = function (...args) {
      return last(accept.apply(this, args));
    };
  },
  // By the queue: a job that begins as it is accepted has died with the point before.
  begun: () => {
    JobStore.prototype.accept = function (job, reservation, limits, { queries } = {}) {
      return accept.call(this, job, reservation, limits, { queries });
    };
    JobStore.prototype.claim = async function (...args) {
      const job = await claim.apply(this, args);
      if (job) die();
      return job;
    };
  },
  made: () => {
    Objects.prototype.put = async () => {
      die();
      throw new Error('dead');
    };
  },
  stored: () => {
    Objects.prototype.put = function (...args) {
      return last(put.apply(this, args));
    };
  },
  finished: () => {
    JobStore.prototype.succeed = function (...args) {
      return last(succeed.apply(this, args));
    };
  },
};

const { lease } = JSON.parse(process.argv[2] ?? '{}') as Faults;
const isMain = import.meta.filename === process.argv[1];
if (isMain) {
  const config = readConfig();
  process.on('SIGUSR2', () => {
    const file = path.join(config.dataFolder, DIES);
    arrange[readFileSync(file, 'utf8') as Point]();
    rmSync(file);
  });
  const service = await startService(config, {
    log: createStderrLog(config.logLevel),
    ...(lease ? { jobLease: lease } : {}),
  });
  process.once('SIGTERM', () => void service.stop().then(() => process.exit(0)));
  process.stdout.write(`listening on ${service.url}\n`);
}
