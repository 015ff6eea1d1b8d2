import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { descendants } from '../packages/engine/src/chromium/processes.ts';
import { median } from './measure.ts';

export interface MemoryResult {
  /** Proportional set size (PSS) of the tree of processes after the first jobs, in MiB. */
  readonly early: number;
  /** The same after all jobs. */
  readonly late: number;
  readonly ratio: number;
}

const EARLY = 50;
const LATE = 500;
const CONCURRENCY = 2;
/** Milliseconds of rest before memory is read: pages that end, and the next ones that begin, should be done. */
const IDLE = 5_000;
const SAMPLES = 5;
const SAMPLE_INTERVAL = 400;

/** Whether memory grows with the jobs done. */
export async function measureMemory(pid: number, job: () => Promise<unknown>): Promise<MemoryResult> {
  await runJobs(EARLY, job);
  const early = await restingMemory(pid);
  await runJobs(LATE - EARLY, job);
  const late = await restingMemory(pid);
  return { early, late, ratio: late / early };
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

/** MiB of a process and everything below it; pages that are shared count once over all who share them. */
function treeMemory(root: number): number {
  let kibibytes = 0;
  for (const pid of [root, ...descendants(root)]) kibibytes += proportionalMemory(pid);
  return kibibytes / 1024;
}

function proportionalMemory(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
  } catch (error) {
    // ENOENT, ESRCH: it has ended since the list was made.
    if (!['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) return 0;
    throw new Error('The memory of a sandboxed process may be read by root only: run this measure as root.');
  }
}
