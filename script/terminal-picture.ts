/**
 * Draws `docs/pictures/batch.webp`: what `platen batch` writes on a terminal, while it runs and at its end. Run it with
 * `node script/terminal-picture.ts`; it needs `script` (util-linux), which gives the command a terminal.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createEngine } from '@platen/engine';
import { convert } from './drawing.ts';

const ROOT = path.join(import.meta.dirname, '..');
const PICTURE = path.join(ROOT, 'docs/pictures/batch.webp');
const COMMAND = "platen batch letter.html --data rows.csv -o 'out/{{ number }}.pdf'";
const ROWS = 60;
/** Rows whose amount is a word: the template divides by it. */
const BAD: readonly number[] = [17, 44];
/** What moves the cursor to the begin of the line and wipes it: a new drawing of the bar. */
const AGAIN = '\r\x1b[K';
/** Part of the rows that is done in the first picture. */
const SHOWN = 0.6;

const LETTER = `<!doctype html><html lang="en"><title>Letter {{ number }}</title>
<h1>Letter {{ number }}</h1><p>A share of {{ 100 | divided_by: amount }} for {{ name }}.`;

const STYLE = `
  body { margin: 0; }
  main { display: inline-block; padding: 4px; }
  pre { margin: 0 0 12px; padding: 14px 18px; border-radius: 6px; background: #0d1117; color: #e6edf3; font: 14px/1.45 "DejaVu Sans Mono", "Liberation Mono", monospace; }
  pre:last-child { margin: 0; }
  b { color: #7ee787; font-weight: 400; }
`;

const written = runOnTerminal();
const frames = written.split(AGAIN);
const bars = frames.filter((frame) => /^[█░]/.test(frame));
const bar = bars.find((frame) => frame.split('█').length - 1 >= SHOWN * frame.replaceAll(/[^█░]/g, '').length);
if (bar === undefined) throw new Error(`There was no bar:\n${written}`);
const end = frames.at(-1) ?? '';
const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>platen batch</title><style>${STYLE}</style><main>${[
  bar,
  end,
]
  .map((text) => `<pre><b>$</b> ${escaped(COMMAND)}\n${escaped(text.replaceAll('\r', '').trimEnd())}</pre>`)
  .join('')}</main>`;
const engine = await createEngine({ allowNoSandbox: true, concurrency: 1 });
try {
  const picture = { source: { html }, viewport: '1100x700', css_selector: 'main', transparent: true, quality: 82 };
  const bytes = await convert(engine, 'webp', picture);
  writeFileSync(PICTURE, bytes);
  process.stdout.write(`${path.relative(ROOT, PICTURE)} ${bytes.byteLength} bytes\n`);
} finally {
  await engine.close();
}

/** All that the command writes, as a terminal gets it. */
function runOnTerminal(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'platen-terminal-'));
  try {
    writeFileSync(path.join(folder, 'letter.html'), LETTER);
    const rows = Array.from({ length: ROWS }, (_, index) => {
      const number = index + 1;
      return `${String(number).padStart(3, '0')},Name ${number},${BAD.includes(number) ? 'nothing' : number}`;
    });
    writeFileSync(path.join(folder, 'rows.csv'), ['number,name,amount', ...rows].join('\n'));
    const command = COMMAND.replace('platen', `'${process.execPath}' '${path.join(ROOT, 'packages/cli/src/main.ts')}'`);
    // It ends with 1, since two rows fail.
    return execFileSync('script', ['-qec', `${command} || true`, '/dev/null'], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
