import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Floor } from './floor.ts';
import { median, type Plan } from './measure.ts';
import type { Service } from './service.ts';

/** One way to have many documents made of one template. */
export interface BatchesRow {
  readonly name: string;
  /** Documents in a second: median of the rounds. */
  readonly rate: number;
  /** Its rate / that of requests, as many at once as the service has slots, in the same round: median, least, greatest. */
  readonly ratio: number;
  readonly spread: readonly [number, number];
}

/** One document, by a request that waits for it and by two kinds of jobs. */
export interface AsyncResult {
  /** Medians in milliseconds until the client has the file. */
  readonly floor: number;
  readonly synchronous: number;
  /** A job whose request waits for its result (`Prefer: wait`). */
  readonly waited: number;
  /** A job that is sent, waited for, and fetched: three requests. */
  readonly fetched: number;
}

const EXAMPLE = path.join(import.meta.dirname, '../examples/invoice');
/** What is left of one way should not be charged to the next. */
const PAUSE = 500;
/** As many as the service has slots by default. */
const SLOTS = 2 * availableParallelism();

/** As many invoices of one template in each turn: by requests of clients that keep some open, and by batches. */
export async function measureBatches(service: Service, { jobs: count, rounds }: Plan): Promise<readonly BatchesRow[]> {
  const template = readFileSync(path.join(EXAMPLE, 'invoice.liquid'), 'utf8');
  const data = JSON.parse(readFileSync(path.join(EXAMPLE, 'data.json'), 'utf8')) as object;
  const source = { html: template };
  const dataOf = (position: number) => ({ ...data, number: `2026-${position}` });
  const requests = (atOnce: number) => async () => {
    let next = 0;
    const client = async () => {
      for (; next < count; ) {
        next += 1;
        await service.convert('pdf', { source, data: dataOf(next) });
      }
    };
    await Promise.all(Array.from({ length: atOnce }, client));
  };
  const items = Array.from({ length: count }, (_, position) => ({ data: dataOf(position) }));
  const batch = (result: string) => async () => await service.batch({ source, items, result });
  const ways: readonly (readonly [string, () => Promise<void>])[] = [
    [`requests, ${SLOTS} at once`, requests(SLOTS)],
    ['requests, 2 at once', requests(2)],
    ['batch, separate files', batch('separate')],
    ['batch, one PDF', batch('merged')],
    ['batch, ZIP', batch('zip')],
  ];
  for (const [, run] of ways) await run();
  const rates: number[][] = ways.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    const turns = [...ways.entries()];
    if (round % 2 === 1) turns.reverse();
    for (const [index, [, run]] of turns) {
      await sleep(PAUSE);
      const start = performance.now();
      await run();
      rates[index]?.push((1_000 * count) / (performance.now() - start));
    }
  }
  const [base = []] = rates;
  return ways.map(([name], index) => {
    const own = rates[index] ?? [];
    const ratios = own.map((rate, round) => rate / (base[round] ?? Number.NaN));
    return {
      name,
      rate: median(own),
      ratio: median(ratios),
      spread: [Math.min(...ratios), Math.max(...ratios)],
    };
  });
}

/** One invoice after the other: bare Chromium, a request, a job whose request waits, and one whose result is fetched when it has ended. */
export async function measureAsync(
  service: Service,
  floor: Floor,
  { invoice, jobs }: { readonly invoice: string; readonly jobs: number },
): Promise<AsyncResult> {
  const body = { source: { html: invoice }, tagged: false, outline: false };
  const ways = [
    async () => void (await floor.printPdf(invoice)),
    async () => void (await service.convert('pdf', body)),
    async () => await service.convertWaiting(body),
    async () => await service.convertLater(body),
  ];
  for (const run of ways) await run();
  const times: number[][] = ways.map(() => []);
  for (let job = 0; job < jobs; job += 1) {
    const turns = [...ways.entries()];
    if (job % 2 === 1) turns.reverse();
    for (const [index, run] of turns) {
      await sleep(PAUSE);
      const start = performance.now();
      await run();
      times[index]?.push(performance.now() - start);
    }
  }
  const [bare = 0, synchronous = 0, waited = 0, fetched = 0] = times.map(median);
  return { floor: bare, synchronous, waited, fetched };
}
