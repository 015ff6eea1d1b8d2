import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
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
  for (const pid of processTree(root)) kibibytes += proportionalMemory(pid);
  return kibibytes / 1024;
}

/** A process and everything below it, whichever of its threads started it. */
function processTree(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    const parent = parentOf(Number(name));
    if (parent === undefined) continue;
    const siblings = children.get(parent);
    if (siblings) siblings.push(Number(name));
    else children.set(parent, [Number(name)]);
  }
  const tree = [root];
  for (const pid of tree) tree.push(...(children.get(pid) ?? []));
  return tree;
}

function parentOf(pid: number): number | undefined {
  if (Number.isNaN(pid)) return undefined;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program is in parentheses and may hold anything; the parent is the second field after it.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
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
