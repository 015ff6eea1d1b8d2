/**
 * Draws the pictures of the README into `docs/pictures`: every document of `examples/` as a conversion gives it, and
 * the late charts beside what bare Chromium prints at its load event. Run it with `node script/pictures.ts`, or with the
 * names of some examples; it needs pdftoppm (poppler-utils).
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createEngine, type Engine } from '@platen/engine';
import { Floor } from '../bench/floor.ts';
import { type FileServer, serveFolder } from '../packages/cli/src/convert/file-server.ts';
import { findBrowser } from '../packages/engine/src/chromium/find.ts';
import { convert, drawPage } from './drawing.ts';

/** An example, as `examples/expect.json` describes it. */
interface Example {
  readonly input: string;
  readonly data?: string;
  readonly base: boolean;
  readonly options: Readonly<Record<string, unknown>>;
}

/** One page of a PDF, drawn. */
interface Drawing {
  readonly png: Buffer;
  readonly caption?: string;
}

const ROOT = path.join(import.meta.dirname, '..');
const EXAMPLES = path.join(ROOT, 'examples');
const PICTURES = path.join(ROOT, 'docs/pictures');
/** Pages that are shown where the first one alone would not tell what the example is about. */
const PAGES: Readonly<Record<string, readonly number[]>> = {
  report: [1, 5, 12],
  gallery: [1, 3],
  book: [3, 5, 125],
  carried: [1, 2],
  magazine: [1, 2, 3],
};
/** Width of a single page, and of one of several, in pixels. */
const WIDE = 560;
const NARROW = 420;
/** Quality of the WEBP files: text stays clean, and a picture stays below 60 kB. */
const QUALITY = 82;
const MOST_BYTES = 60_000;

const STYLE = `
  body { margin: 0; }
  main { display: inline-flex; gap: 20px; padding: 4px; }
  figure { margin: 0; }
  img { display: block; outline: 1px solid #c9d1d9; }
  figcaption { padding: 10px 2px 2px; font: 15px/1.3 "Liberation Sans", Arial, sans-serif; color: #6e7781; }
`;

const examples: Record<string, Example> = JSON.parse(readExample('expect.json'));
const folders = await serveFolders();
const engine = await createEngine({
  allowNoSandbox: true,
  concurrency: 1,
  egressAllow: [...folders.values()].map(({ host }) => host),
});
try {
  mkdirSync(PICTURES, { recursive: true });
  const named = process.argv.slice(2);
  for (const [name, example] of Object.entries(examples)) {
    if (named.length > 0 && !named.includes(name)) continue;
    const drawings = await drawExample(engine, name, example);
    await savePicture(engine, name, drawings);
  }
} finally {
  await engine.close();
  for (const folder of folders.values()) folder.close();
}

async function serveFolders(): Promise<Map<string, FileServer>> {
  const served = new Map<string, FileServer>();
  for (const [name, { input, base }] of Object.entries(examples)) {
    if (base) served.set(name, await serveFolder(path.join(EXAMPLES, path.dirname(input))));
  }
  return served;
}

async function drawExample(engine: Engine, name: string, { input, data, options }: Example): Promise<Drawing[]> {
  const folder = folders.get(name);
  const pdf = await convert(engine, 'pdf', {
    ...options,
    source: { html: readExample(input), ...(folder ? { base_url: folder.url + path.basename(input) } : {}) },
    ...(data === undefined ? {} : { data: JSON.parse(readExample(data)) }),
  });
  if (name === 'late-chart') {
    const bare = await printBare(readExample(input));
    return [
      { png: drawPage(bare, 1, NARROW), caption: 'Chromium at its load event' },
      { png: drawPage(pdf, 1, NARROW), caption: 'Platen' },
    ];
  }
  const pages = PAGES[name] ?? [1];
  return pages.map((page) => ({ png: drawPage(pdf, page, pages.length === 1 ? WIDE : NARROW) }));
}

async function printBare(html: string): Promise<Buffer> {
  const floor = await Floor.start({ browser: findBrowser(process.env.PLATEN_CHROME), contexts: 1 });
  try {
    return await floor.printPdf(html);
  } finally {
    await floor.close();
  }
}

/** The engine composes the picture too: the pages side by side, on nothing. */
async function savePicture(engine: Engine, name: string, drawings: readonly Drawing[]): Promise<void> {
  const figures = drawings.map(({ png, caption }) => {
    const text = caption === undefined ? '' : `<figcaption>${caption}</figcaption>`;
    return `<figure><img src="data:image/png;base64,${png.toString('base64')}">${text}</figure>`;
  });
  const bytes = await convert(engine, 'webp', {
    source: { html: `<!doctype html><meta charset="utf-8"><style>${STYLE}</style><main>${figures.join('')}</main>` },
    viewport: '1400x1000',
    css_selector: 'main',
    transparent: true,
    quality: QUALITY,
  });
  writeFileSync(path.join(PICTURES, `${name}.webp`), bytes);
  process.stdout.write(`docs/pictures/${name}.webp ${bytes.byteLength} bytes\n`);
  if (bytes.byteLength > MOST_BYTES) throw new Error(`${name}.webp has more than ${MOST_BYTES} bytes.`);
}

function readExample(file: string): string {
  return readFileSync(path.join(EXAMPLES, file), 'utf8');
}
