import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FoundBrowser } from '../packages/engine/src/chromium/find.ts';
import { type RenderedTemplate, renderTemplate } from '../packages/engine/src/input/template.ts';
import { endWaitingProcesses } from '../packages/engine/src/input/template-pool.ts';
import { Floor } from './floor.ts';
import { median } from './measure.ts';

/** What filling a template takes, against what bare Chromium needs to print the invoice. */
export interface TemplateRow {
  readonly name: string;
  /** Milliseconds; medians. */
  readonly liquid: number;
  readonly floor: number;
  readonly ratio: number;
}

const ROUNDS = 15;
const ROWS = 1_000;
const FOLDER = path.join(import.meta.dirname, '../examples/invoice');

type Data = Record<string, unknown> & { readonly items: readonly unknown[] };

interface Case {
  readonly name: string;
  run(round: number): Promise<RenderedTemplate>;
}

function cases(template: string, data: Data): readonly Case[] {
  const long = { ...data, items: Array.from({ length: ROWS }, (_, index) => data.items[index % data.items.length]) };
  /** A text that no child has seen. */
  const fresh = (round: number) => `${template}<!-- ${round} ${Math.random()} -->`;
  const known = { template, key: 'known' };
  return [
    {
      name: 'invoice, no child there',
      async run(round) {
        endWaitingProcesses();
        return await renderTemplate({ template: fresh(round), data });
      },
    },
    { name: 'invoice, child there', run: (round) => renderTemplate({ template: fresh(round), data }, { group: 'a' }) },
    { name: 'invoice, compiled form there', run: () => renderTemplate({ ...known, data }, { group: 'a' }) },
    {
      name: `invoice of ${ROWS} rows, child there`,
      run: (round) => renderTemplate({ template: fresh(round), data: long }, { group: 'a' }),
    },
    {
      name: `invoice of ${ROWS} rows, compiled form there`,
      run: () => renderTemplate({ ...known, data: long }, { group: 'a' }),
    },
  ];
}

/** Both sides take turns, so that whatever else the machine does hits both. */
export async function measureTemplates(browser: FoundBrowser): Promise<readonly TemplateRow[]> {
  const template = readFileSync(path.join(FOLDER, 'invoice.liquid'), 'utf8');
  const data = JSON.parse(readFileSync(path.join(FOLDER, 'data.json'), 'utf8')) as Data;
  const floor = await Floor.start({ browser, contexts: 1 });
  try {
    const { html } = await renderTemplate({ template, data });
    const rows: TemplateRow[] = [];
    for (const { name, run } of cases(template, data)) {
      await run(0);
      const [liquid, bare]: [number[], number[]] = [[], []];
      for (let round = 1; round <= ROUNDS; round += 1) {
        bare.push(await timed(() => floor.printPdf(html)));
        liquid.push(await timed(() => run(round)));
      }
      const [ours, theirs] = [median(liquid), median(bare)];
      rows.push({ name, liquid: ours, floor: theirs, ratio: ours / theirs });
    }
    return rows;
  } finally {
    endWaitingProcesses();
    await floor.close();
  }
}

async function timed(job: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await job();
  return performance.now() - start;
}
