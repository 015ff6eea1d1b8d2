import { setTimeout as sleep } from 'node:timers/promises';
import { median } from './measure.ts';
import { treeMemory } from './processes.ts';

/** Jobs after which memory is read. */
export interface MemoryPlan {
  readonly early: number;
  readonly late: number;
}

/** What a run of a few minutes shows. */
export const SHORT: MemoryPlan = { early: 50, late: 500 };
/** What only a long one does. */
export const SOAK: MemoryPlan = { early: 1_000, late: 5_000 };

export interface MemoryResult {
  readonly plan: MemoryPlan;
  /** Proportional set size (PSS) of the tree of processes after the first jobs, in MiB. */
  readonly early: number;
  /** The same after all jobs. */
  readonly late: number;
  readonly ratio: number;
}

const CONCURRENCY = 2;
/** Milliseconds of rest before memory is read: pages that end, and the next ones that begin, should be done. */
const IDLE = 5_000;
const SAMPLES = 5;
const SAMPLE_INTERVAL = 400;

/** Whether memory grows with the jobs done. */
export async function measureMemory(
  pid: number,
  job: () => Promise<unknown>,
  plan: MemoryPlan = SHORT,
): Promise<MemoryResult> {
  await runJobs(plan.early, job);
  const early = await restingMemory(pid);
  await runJobs(plan.late - plan.early, job);
  const late = await restingMemory(pid);
  return { plan, early, late, ratio: late / early };
}

async function runJobs(count: number, job: () => Promise<unknown>): Promise<void> {
  let left = count;
  const worker = async () => {
    for (; left > 0; ) {
      left -= 1;
      await job();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}

async function restingMemory(pid: number): Promise<number> {
  await sleep(IDLE);
  const samples: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    samples.push(treeMemory(pid));
    await sleep(SAMPLE_INTERVAL);
  }
  return median(samples);
}
