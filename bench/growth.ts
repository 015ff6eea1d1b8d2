import { setTimeout as sleep } from 'node:timers/promises';
import { processorTime, treeMemory } from './processes.ts';
import type { Service } from './service.ts';

/** One document of siblings. */
export interface GrowthRow {
  readonly name: string;
  readonly siblings: number;
  readonly tagged: boolean;
  /** What became of it: pages, or why there are none. */
  readonly pages: number;
  readonly fault?: string;
  /** Milliseconds until it was answered, and of the processor, of all processes. */
  readonly time: number;
  readonly processor: number;
  /** Most memory of all processes while it was made, in MiB, seen ten times a second. */
  readonly memory: number;
  /** Milliseconds that another client waited at most for `/livez` meanwhile. */
  readonly livez: number;
}

const SIZES = [5_000, 10_000, 20_000, 40_000, 80_000];
const LOOK = 100;

const DOCUMENTS: Readonly<Record<string, (count: number) => string>> = {
  paragraphs: (count) =>
    page(Array.from({ length: count }, (_, index) => `<p>Paragraph ${index + 1} of ${count}.</p>`).join('\n')),
  rows: (count) => {
    const row = (_: unknown, index: number) => `<tr><td>${index + 1}</td><td>Article</td><td>${index % 997}</td></tr>`;
    return page(`<table><tbody>${Array.from({ length: count }, row).join('\n')}</tbody></table>`);
  },
};

const page = (body: string) => `<!doctype html><html lang="en"><title>Growth</title>${body}</html>`;

/**
 * How time and memory grow with a document: siblings in one place, with tags and without, each in turn. One that is too long for the time of a
 * request says so; larger ones of its kind are not tried.
 * @param largest siblings of the largest document. Default: all
 */
export async function measureGrowth(
  service: Service,
  { only, largest = SIZES.at(-1) as number }: { readonly only: string; readonly largest?: number },
): Promise<readonly GrowthRow[]> {
  const rows: GrowthRow[] = [];
  const given = new Set<string>();
  for (const siblings of SIZES.filter((size) => size <= largest)) {
    for (const [name, write] of Object.entries(DOCUMENTS).filter(([kind]) => kind.includes(only))) {
      for (const tagged of [false, true]) {
        if (given.has(`${name} ${tagged}`)) continue;
        const row = await oneDocument(service, { name, siblings, tagged, html: write(siblings) });
        if (row.fault !== undefined) given.add(`${name} ${tagged}`);
        rows.push(row);
      }
    }
  }
  return rows;
}

async function oneDocument(
  service: Service,
  { html, ...about }: { readonly html: string } & Pick<GrowthRow, 'name' | 'siblings' | 'tagged'>,
): Promise<GrowthRow> {
  const before = sum(processorTime(service.pid));
  const start = performance.now();
  let isDone = false;
  const watched = watch(service, () => isDone);
  const body = { source: { html }, tagged: about.tagged, outline: about.tagged };
  const made = await service.convert('pdf', body).then(
    ({ pages }) => ({ pages }),
    (error: Error) => ({ pages: 0, fault: error.message.slice(0, 120) }),
  );
  const time = performance.now() - start;
  isDone = true;
  const { memory, livez } = await watched;
  return { ...about, ...made, time, processor: sum(processorTime(service.pid)) - before, memory, livez };
}

/** Another client, and somebody who looks at the memory, until the document is there. */
async function watch(service: Service, isDone: () => boolean): Promise<Pick<GrowthRow, 'memory' | 'livez'>> {
  let [memory, livez] = [0, 0];
  const look = async () => {
    for (; !isDone(); await sleep(LOOK)) memory = Math.max(memory, treeMemory(service.pid));
  };
  const ask = async () => {
    for (; !isDone(); await sleep(LOOK)) {
      const start = performance.now();
      await (await fetch(`${service.url}/livez`)).arrayBuffer();
      livez = Math.max(livez, performance.now() - start);
    }
  };
  await Promise.all([look(), ask()]);
  return { memory, livez };
}

const sum = (times: ReadonlyMap<string, number>): number => [...times.values()].reduce((all, time) => all + time, 0);
