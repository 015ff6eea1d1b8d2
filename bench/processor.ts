import { setTimeout as sleep } from 'node:timers/promises';
import type { Floor } from './floor.ts';
import type { Plan } from './measure.ts';
import { processorTime } from './processes.ts';

/** What one job takes of the processor, of one side. */
export interface ProcessorRow {
  readonly name: string;
  readonly atOnce: number;
  readonly side: 'service' | 'floor';
  /** Milliseconds for a job, of all processes. */
  readonly total: number;
  /** The same, by kind of process. */
  readonly kinds: ReadonlyMap<string, number>;
}

/** One way to have a document printed, by a tree of processes. */
export interface Side {
  readonly side: ProcessorRow['side'];
  readonly root: number;
  readonly job: () => Promise<unknown>;
}

/** Milliseconds until what a job leaves behind is done: pages that end, and the next ones that begin. */
const REST = 500;

/**
 * What a job takes of the processor, on both sides by turns. Unlike times it means the same on a machine that does much else.
 * Whoever asks for the jobs is no part of it: it unpacks what bare Chromium answers.
 */
export async function measureProcessor(
  { name, atOnce, sides }: { readonly name: string; readonly atOnce: number; readonly sides: readonly Side[] },
  { jobs, rounds }: Plan,
): Promise<readonly ProcessorRow[]> {
  const each = Math.ceil(jobs / rounds);
  const sums = sides.map(() => new Map<string, number>());
  for (const { job } of sides) await run(job, atOnce, atOnce);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, { root, job }] of sides.entries()) {
      await sleep(REST);
      const before = processorTime(root);
      await run(job, each, atOnce);
      await sleep(REST);
      for (const [kind, time] of processorTime(root)) {
        const taken = (time - (before.get(kind) ?? 0)) / (each * rounds);
        sums[index]?.set(kind, (sums[index].get(kind) ?? 0) + taken);
      }
    }
  }
  return sides.map(({ side }, index) => {
    const kinds = sums[index] ?? new Map<string, number>();
    return { name, atOnce, side, kinds, total: [...kinds.values()].reduce((sum, time) => sum + time, 0) };
  });
}

async function run(job: () => Promise<unknown>, count: number, atOnce: number): Promise<void> {
  let left = count;
  const client = async () => {
    for (; left > 0; ) {
      left -= 1;
      await job();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, client));
}

/** Both sides of a printed document. */
export const printingSides = (
  service: { readonly root: number; readonly job: () => Promise<unknown> },
  floor: Floor,
  html: string,
): readonly Side[] => [
  { side: 'service', ...service },
  { side: 'floor', root: floor.pid, job: () => floor.printPdf(html) },
];
