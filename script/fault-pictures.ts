/**
 * Draws the pictures of `docs/known-chromium-faults.md` into `docs/pictures/faults`: each document as bare
 * Chromium makes it at its load event, beside what Platen makes of it. Run it with `node script/fault-pictures.ts`; it
 * needs pdftoppm (poppler-utils).
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { createEngine, type Engine, kindOf, type OutputFormat, validateRequest } from '@platen/engine';
import { CdpConnection, CdpSession } from '../packages/engine/src/cdp/connection.ts';
import { findBrowser } from '../packages/engine/src/chromium/find.ts';
import { FAULTS, type Fault, PICTURE } from './fault-documents.ts';

const ROOT = path.join(import.meta.dirname, '..');
const PICTURES = path.join(ROOT, 'docs/pictures/faults');
const FONT = readFileSync(path.join(ROOT, 'examples/report/fonts/Caladea-Regular.ttf'));
/** Most pages of one document that are shown, their width, and the height of a picture of a page, in pixels. */
const MOST_PAGES = 2;
const PAGE_WIDTH = 270;
const IMAGE_HEIGHT = 420;
const MOST_BYTES = 40_000;
const A4 = { paperWidth: 210 / 25.4, paperHeight: 297 / 25.4 };

const STYLE = `
  body { margin: 0; font: 15px/1.3 "Liberation Sans", Arial, sans-serif; color: #57606a; }
  main { display: inline-flex; gap: 40px; padding: 6px; background: #fff; }
  figure { margin: 0; }
  div { display: flex; gap: 8px; align-items: start; }
  img { display: block; outline: 1px solid #8c959f; }
  .image { height: ${IMAGE_HEIGHT}px; }
  figcaption { padding: 8px 0 2px; }
`;

const site = await serve();
const bare = startBare();
const engine = await createEngine({ allowNoSandbox: true, concurrency: 1, egressAllow: [new URL(site.origin).host] });
try {
  rmSync(PICTURES, { recursive: true, force: true });
  mkdirSync(PICTURES, { recursive: true });
  for (const fault of FAULTS) {
    const before = await bare.make(fault, `${site.origin}/${fault.name}`);
    const after = await convert(engine, fault.image ? 'png' : 'pdf', {
      source: { url: `${site.origin}/${fault.name}` },
      ...(fault.image ? { fullpage: true, viewport: '800x600' } : { margin: '0.4in' }),
      ...fault.options,
    });
    await savePicture(engine, fault, before, after);
  }
} finally {
  await engine.close();
  await bare.close();
  site.close();
}

async function serve(): Promise<{ origin: string; close: () => void }> {
  const server = createServer(({ url = '/' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://site.invalid');
    const answer = (type: string, body: string | Buffer) =>
      setTimeout(
        () => response.writeHead(200, { 'content-type': type }).end(body),
        Number(searchParams.get('ms') ?? 0),
      );
    const fault = FAULTS.find(({ name }) => pathname === `/${name}`);
    if (fault) answer('text/html; charset=utf-8', fault.html);
    else if (pathname === '/picture.svg') answer('image/svg+xml', PICTURE);
    else if (pathname === '/font.ttf') answer('font/ttf', FONT);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.77.50', resolve));
  return {
    origin: `http://127.0.77.50:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Chromium without any code of ours but the pipe to it. */
function startBare() {
  const { binary, environment } = findBrowser(process.env.PLATEN_CHROME);
  const profile = mkdtempSync(path.join(tmpdir(), 'platen-bare-'));
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--hide-scrollbars', '--no-first-run'];
  const browser = spawn(binary, [...flags, `--user-data-dir=${profile}`, '--remote-debugging-pipe', 'about:blank'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  const connection = new CdpConnection(browser.stdio[3] as Writable, browser.stdio[4] as Readable);
  return {
    async make(fault: Fault, url: string): Promise<Buffer> {
      const { targetId } = await connection.send('Target.createTarget', { url: 'about:blank' });
      const { sessionId } = await connection.send('Target.attachToTarget', { targetId, flatten: true });
      const session = new CdpSession(connection, sessionId);
      await session.send('Page.enable');
      if (fault.image) {
        const window = { width: 800, height: 600, deviceScaleFactor: 1, mobile: false };
        await session.send('Emulation.setDeviceMetricsOverride', window);
      }
      const loaded = new Promise<void>((resolve) => session.on('Page.loadEventFired', () => resolve()));
      await session.send('Page.navigate', { url });
      await loaded;
      const data = fault.image ? await captureFullPage(session) : await print(session, fault);
      await connection.send('Target.closeTarget', { targetId });
      return Buffer.from(data, 'base64');
    },
    async close(): Promise<void> {
      const ended = new Promise((resolve) => browser.once('exit', resolve));
      await connection.send('Browser.close').catch(() => {});
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function captureFullPage(session: CdpSession): Promise<string> {
  const { cssContentSize } = await session.send('Page.getLayoutMetrics');
  const { width, height } = cssContentSize;
  const clip = { x: 0, y: 0, width, height, scale: 1 };
  return (await session.send('Page.captureScreenshot', { format: 'png', clip, captureBeyondViewport: true })).data;
}

async function print(session: CdpSession, { headerFooter }: Fault): Promise<string> {
  const options = { ...A4, printBackground: true, preferCSSPageSize: true, transferMode: 'ReturnAsBase64' } as const;
  const withHeaderFooter = headerFooter
    ? { displayHeaderFooter: true, headerTemplate: headerFooter.header, footerTemplate: headerFooter.footer }
    : {};
  return (await session.send('Page.printToPDF', { ...options, ...withHeaderFooter })).data;
}

async function convert(engine: Engine, format: OutputFormat, body: Record<string, unknown>): Promise<Uint8Array> {
  const { bytes, warnings } = await engine.convert({ format, request: validateRequest(body, kindOf(format)) });
  for (const { code, message } of warnings) process.stderr.write(`${code}: ${message}\n`);
  return bytes;
}

function drawPages(pdf: Uint8Array): Buffer[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'platen-picture-'));
  try {
    writeFileSync(path.join(folder, 'document.pdf'), pdf);
    const size = ['-scale-to-x', String(PAGE_WIDTH), '-scale-to-y', '-1'];
    execFileSync('pdftoppm', ['-png', ...size, '-l', String(MOST_PAGES), 'document.pdf', 'page'], { cwd: folder });
    const pages = readdirSync(folder).filter((file) => file.endsWith('.png'));
    return pages.sort().map((file) => readFileSync(path.join(folder, file)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The engine composes the picture too. */
async function savePicture(engine: Engine, fault: Fault, before: Uint8Array, after: Uint8Array): Promise<void> {
  const figure = (bytes: Uint8Array, caption: string) => {
    const drawings = fault.image ? [Buffer.from(bytes)] : drawPages(bytes);
    const images = drawings.map(
      (png) => `<img class="${fault.image ? 'image' : ''}" src="data:image/png;base64,${png.toString('base64')}">`,
    );
    return `<figure><div>${images.join('')}</div><figcaption>${caption}</figcaption></figure>`;
  };
  const both = figure(before, 'Chromium') + figure(after, fault.caption ?? 'Platen');
  const bytes = await convert(engine, 'webp', {
    source: { html: `<!doctype html><meta charset="utf-8"><style>${STYLE}</style><main>${both}</main>` },
    viewport: '1800x1000',
    css_selector: 'main',
    quality: 65,
  });
  writeFileSync(path.join(PICTURES, `${fault.name}.webp`), bytes);
  process.stdout.write(`docs/pictures/faults/${fault.name}.webp ${bytes.byteLength} bytes\n`);
  if (bytes.byteLength > MOST_BYTES) throw new Error(`${fault.name}.webp has more than ${MOST_BYTES} bytes.`);
}
