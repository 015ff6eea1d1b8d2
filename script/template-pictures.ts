/**
 * Draws the previews of `examples/templates`: the first page of every template with its sample data, as a conversion
 * gives it; pages that tell more stand beside it. Run it with `node script/template-pictures.ts [name…]`; it needs
 * pdftoppm (poppler-utils).
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createEngine, type Engine } from '@platen/engine';
import { GALLERY, readTemplate, TEMPLATE_NAMES, toRequest } from '../test/gallery/template-folder.ts';
import { convert, drawPage } from './drawing.ts';

/** Pages that are shown where the first one alone would not tell what the template is about. */
const PAGES: Readonly<Record<string, readonly number[]>> = { 'invoice-ledger': [1, 3], report: [1, 2, 5] };
/** Width of a page in pixels: of one, and of several side by side. */
const WIDE = 560;
const NARROW = 400;
const MOST_BYTES = 150_000;

const STYLE = `
  body { margin: 0; }
  main { display: inline-flex; gap: 16px; padding: 1px; }
  img { display: block; outline: 1px solid #c9d1d9; }
`;

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !TEMPLATE_NAMES.includes(name));
if (unknown.length > 0) throw new Error(`There is no template ${unknown.join(', ')}.`);

const engine = await createEngine({ allowNoSandbox: true, concurrency: 1 });
try {
  for (const name of wanted.length > 0 ? wanted : TEMPLATE_NAMES) await savePreview(engine, name);
} finally {
  await engine.close();
}

async function savePreview(engine: Engine, name: string): Promise<void> {
  const pdf = await convert(engine, 'pdf', { ...toRequest(readTemplate(name)), deterministic: true });
  const pages = PAGES[name] ?? [1];
  const images = pages.map((page) => {
    const png = drawPage(pdf, page, pages.length === 1 ? WIDE : NARROW);
    return `<img src="data:image/png;base64,${png.toString('base64')}">`;
  });
  const bytes = await convert(engine, 'png', {
    source: { html: `<!doctype html><meta charset="utf-8"><style>${STYLE}</style><main>${images.join('')}</main>` },
    viewport: '1600x1000',
    css_selector: 'main',
  });
  writeFileSync(path.join(GALLERY, name, 'preview.png'), bytes);
  process.stdout.write(`${name}/preview.png ${bytes.byteLength} bytes\n`);
  if (bytes.byteLength > MOST_BYTES) throw new Error(`The preview of ${name} has more than ${MOST_BYTES} bytes.`);
}
