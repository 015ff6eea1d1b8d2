import { median } from './measure.ts';
import type { Service } from './service.ts';

/** Short jobs beside a long one. */
export interface BesideResult {
  /** Median of the short jobs that had the service to themselves, in milliseconds. */
  readonly alone: number;
  /** The same while tables were printed. */
  readonly beside: number;
  readonly ratio: number;
  /** Short jobs that failed. */
  readonly failed: number;
  /** Milliseconds, bytes and pages of a table. */
  readonly table: { readonly time: number; readonly bytes: number; readonly pages: number };
}

const JOBS = 40;
const ROWS = 10_000;

/**
 * Whether a table of 10,000 rows holds up who wants an invoice meanwhile: 40 invoices one after another, first alone,
 * then while tables are printed one after another.
 */
export async function measureBeside(service: Service, invoice: string): Promise<BesideResult> {
  const short = () => service.convert('pdf', { source: { html: invoice } });
  await short();
  const alone = await oneAfterAnother(short);
  const printed: { time: number; bytes: number; pages: number }[] = [];
  let done = false;
  const tables = (async () => {
    const html = tableOf(ROWS);
    while (!done) {
      const start = performance.now();
      const { bytes, pages } = await service.convert('pdf', { source: { html } });
      printed.push({ time: performance.now() - start, bytes: bytes.length, pages });
    }
  })();
  const besides = oneAfterAnother(short).finally(() => {
    done = true;
  });
  // A table that fails ends the run, which ends the service.
  const [beside] = await Promise.all([besides, tables]);
  const table = printed[0] as (typeof printed)[number];
  return {
    alone: median(alone.times),
    beside: median(beside.times),
    ratio: median(beside.times) / median(alone.times),
    failed: alone.failed + beside.failed,
    table,
  };
}

async function oneAfterAnother(job: () => Promise<unknown>) {
  const times: number[] = [];
  let failed = 0;
  for (let index = 0; index < JOBS; index += 1) {
    const start = performance.now();
    try {
      await job();
      times.push(performance.now() - start);
    } catch {
      failed += 1;
    }
  }
  return { times, failed };
}

function tableOf(rows: number): string {
  const row = (_: unknown, index: number) =>
    `<tr><td>${index + 1}</td><td>Article ${index % 97}</td><td>${(index * 7919) % 1000}</td><td>${((index * 104729) % 100_000) / 100}</td></tr>`;
  return `<!doctype html><html lang="en"><title>Stock</title><style>table{width:100%;border-collapse:collapse}td,th{border-bottom:1px solid #ccc;text-align:left}</style>
<h1>Stock</h1><table><thead><tr><th scope="col">No.</th><th scope="col">Article</th><th scope="col">Stock</th><th scope="col">Price</th></tr></thead>
<tbody>${Array.from({ length: rows }, row).join('\n')}</tbody></table></html>`;
}
