import { readConfig } from '../../packages/server/src/config/config.ts';
import { JobStore } from '../../packages/server/src/jobs/store.ts';
import { createStderrLog } from '../../packages/server/src/log/log.ts';
import { Objects } from '../../packages/server/src/objects/objects.ts';
import { startService } from '../../packages/server/src/service/service.ts';

/**
 * The service for tests of faults, as a process: `node faulty-service.ts '{"lease": 2, "dies": "stored"}'`. It has leases
 * as short as the test wants, and kills itself the first time that it comes to a point.
 */
export interface Faults {
  /** Seconds that a worker may be silent. */
  readonly lease?: number;
  readonly dies?: Point;
}

/** Where a process can die, in the order in which a job comes by. */
export const POINTS = ['accepted', 'begun', 'made', 'stored', 'finished'] as const;
type Point = (typeof POINTS)[number];

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

const { lease, dies } = JSON.parse(process.argv[2] ?? '{}') as Faults;
const isMain = import.meta.filename === process.argv[1];
if (isMain) {
  if (dies) arrange[dies]();
  const config = readConfig();
  const service = await startService(config, {
    log: createStderrLog(config.logLevel),
    ...(lease ? { jobLease: lease } : {}),
  });
  process.once('SIGTERM', () => void service.stop().then(() => process.exit(0)));
  process.stdout.write(`listening on ${service.url}\n`);
}
