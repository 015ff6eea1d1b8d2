import { setTimeout as sleep } from 'node:timers/promises';
import { requestOf as browserless } from '../packages/server/src/compat/browserless/request.ts';
import { requestOf as docraptor } from '../packages/server/src/compat/docraptor/request.ts';
import { requestOf as gotenberg } from '../packages/server/src/compat/gotenberg/request.ts';
import { requestOf as pdfshift } from '../packages/server/src/compat/pdfshift/body.ts';
import type { Floor } from './floor.ts';
import { median } from './measure.ts';
import type { Service } from './service.ts';

/** The API of another service, beside `/v1` with the very request that it is translated to. */
export interface LayerRow {
  readonly name: string;
  /** Medians in milliseconds. */
  readonly floor: number;
  readonly ours: number;
  readonly theirs: number;
  /** Median of `(theirs - ours) / floor` over the rounds, in which the three took turns; and its quartiles. */
  readonly overhead: number;
  readonly quartiles: readonly [number, number];
  readonly rounds: number;
}

interface Layer {
  readonly name: string;
  readonly path: string;
  /** A new one for each request: a form is read once. */
  readonly body: () => object;
  readonly translated: object;
}

/** What is left of one way should not be charged to the next. */
const PAUSE = 200;

export async function measureLayers(
  service: Service,
  floor: Floor,
  { invoice, rounds, only }: { readonly invoice: string; readonly rounds: number; readonly only: string },
): Promise<readonly LayerRow[]> {
  const rows: LayerRow[] = [];
  for (const layer of layersOf(invoice)) if (layer.name.includes(only)) rows.push(await measured(layer));
  return rows;

  async function measured({ name, path, body, translated }: Layer): Promise<LayerRow> {
    const ways = [
      async () => void (await floor.printPdf(invoice)),
      async () => await service.post('/v1/convert/pdf', translated),
      async () => await service.post(path, body()),
    ];
    for (const run of ways) await run();
    const times: number[][] = ways.map(() => []);
    for (let round = 0; round < rounds; round += 1) {
      const turns = [...ways.entries()];
      if (round % 2 === 1) turns.reverse();
      for (const [index, run] of turns) {
        await sleep(PAUSE);
        const start = performance.now();
        await run();
        times[index]?.push(performance.now() - start);
      }
    }
    const [bare = [], ours = [], theirs = []] = times;
    const base = median(bare);
    const more = theirs.map((time, round) => (time - (ours[round] ?? Number.NaN)) / base).sort((a, b) => a - b);
    const at = (share: number): number => more[Math.floor(share * (more.length - 1))] ?? Number.NaN;
    return {
      ...{ name, floor: base, ours: median(ours), theirs: median(theirs) },
      ...{ overhead: median(more), quartiles: [at(0.25), at(0.75)], rounds },
    };
  }
}

function layersOf(invoice: string): readonly Layer[] {
  const file = { name: 'index.html', bytes: Buffer.from(invoice) };
  const form = () => {
    const made = new FormData();
    made.append('files', new Blob([invoice]), file.name);
    return made;
  };
  const bodies = {
    pdfshift: { source: invoice },
    browserless: { html: invoice },
    docraptor: { type: 'pdf', document_content: invoice },
  };
  return [
    {
      ...{ name: 'PDFShift', path: '/v3/convert/pdf', body: () => bodies.pdfshift },
      translated: pdfshift(bodies.pdfshift, 'pdf') as object,
    },
    {
      ...{ name: 'Gotenberg', path: '/forms/chromium/convert/html', body: form },
      translated: gotenberg({ texts: new Map(), files: [file] }, 'html', 'pdf').json as object,
    },
    {
      ...{ name: 'Browserless', path: '/browserless/pdf', body: () => bodies.browserless },
      translated: browserless(bodies.browserless, 'pdf', {}),
    },
    {
      ...{ name: 'DocRaptor', path: '/docraptor/docs', body: () => bodies.docraptor },
      translated: docraptor(bodies.docraptor).json,
    },
  ];
}
