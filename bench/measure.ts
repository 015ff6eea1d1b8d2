import { setTimeout as sleep } from 'node:timers/promises';

/** Something that is measured: one call is one job. */
export interface Target {
  readonly name: string;
  run(): Promise<unknown>;
}

/** What is compared: two ways to do the same job, at one or several concurrencies. */
export interface Comparison {
  readonly name: string;
  readonly floor: Target;
  readonly service: Target;
  readonly concurrencies: readonly number[];
}

export interface Plan {
  /** Jobs of each target at each concurrency, over all rounds. */
  readonly jobs: number;
  readonly rounds: number;
}

/** The figures of one target at one concurrency. */
export interface Figures {
  /** Median time of a job in milliseconds. */
  readonly p50: number;
  readonly p95: number;
  /** Jobs in a second: median of the rounds. */
  readonly throughput: number;
}

/** One row of the result: the service against the floor. */
export interface Row {
  readonly comparison: string;
  readonly concurrency: number;
  readonly floor: Figures;
  readonly service: Figures;
  /** p50 of the service / p50 of the floor. */
  readonly p50Ratio: number;
  /** The same ratio of each round, least and greatest: how much to trust the median. */
  readonly p50Spread: readonly [number, number];
  /** Jobs in a second of the service / of the floor. */
  readonly throughputRatio: number;
}

interface Block {
  readonly times: readonly number[];
  readonly throughput: number;
}

const WARM_UP = 4;
/** Time between two blocks: what one leaves behind (pages that end and begin) should not be charged to the next. */
const PAUSE = 200;

/**
 * Runs the comparisons in rounds, the two sides alternating and each first in every second round, so that what else
 * the machine does hits both alike.
 */
export async function measure(comparisons: readonly Comparison[], { jobs, rounds }: Plan): Promise<readonly Row[]> {
  for (const { floor, service } of comparisons) {
    for (const target of [floor, service]) for (let job = 0; job < WARM_UP; job += 1) await target.run();
  }
  const blocks = new Map<string, Block[]>();
  for (let round = 0; round < rounds; round += 1) {
    for (const comparison of comparisons) {
      for (const concurrency of comparison.concurrencies) {
        const sides = [comparison.floor, comparison.service];
        if (round % 2 === 1) sides.reverse();
        for (const target of sides) {
          await sleep(PAUSE);
          const block = await runBlock(target, concurrency, Math.max(concurrency, Math.ceil(jobs / rounds)));
          const key = keyOf(comparison, concurrency, target);
          blocks.set(key, [...(blocks.get(key) ?? []), block]);
        }
      }
    }
  }
  const blocksOf = (comparison: Comparison, concurrency: number, target: Target) =>
    blocks.get(keyOf(comparison, concurrency, target)) ?? [];
  return comparisons.flatMap((comparison) =>
    comparison.concurrencies.map((concurrency) => {
      const floor = blocksOf(comparison, concurrency, comparison.floor);
      return rowOf(comparison, concurrency, floor, blocksOf(comparison, concurrency, comparison.service));
    }),
  );
}

async function runBlock(target: Target, concurrency: number, jobs: number): Promise<Block> {
  const times: number[] = [];
  let left = jobs;
  const start = performance.now();
  const worker = async () => {
    for (; left > 0; ) {
      left -= 1;
      const began = performance.now();
      await target.run();
      times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return { times, throughput: (1_000 * jobs) / (performance.now() - start) };
}

function rowOf({ name }: Comparison, concurrency: number, floorBlocks: Block[], serviceBlocks: Block[]): Row {
  const floor = figuresOf(floorBlocks);
  const service = figuresOf(serviceBlocks);
  const ratios = serviceBlocks.map(({ times }, round) => median(times) / median(floorBlocks[round]?.times ?? []));
  return {
    comparison: name,
    concurrency,
    floor,
    service,
    p50Ratio: service.p50 / floor.p50,
    p50Spread: [Math.min(...ratios), Math.max(...ratios)],
    throughputRatio: service.throughput / floor.throughput,
  };
}

function figuresOf(blocks: readonly Block[]): Figures {
  const times = blocks.flatMap((block) => block.times);
  return {
    p50: median(times),
    p95: quantile(times, 0.95),
    throughput: median(blocks.map(({ throughput }) => throughput)),
  };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** The smallest value that is not below a `share` of the values (nearest rank). */
function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

const keyOf = ({ name }: Comparison, concurrency: number, target: Target): string =>
  `${name} ${concurrency} ${target.name}`;
