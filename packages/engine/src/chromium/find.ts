import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir, platform } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';

/**
 * Finds the browser. The headless shell comes first: it starts three to five times faster than full Chromium and
 * calls nobody. On Debian the binary itself is named, not the wrapper script in /usr/bin, so that the process
 * that is started is the browser.
 */
const SYSTEM_BROWSERS: Readonly<Record<string, readonly string[]>> = {
  linux: [
    '/usr/lib/chromium/chromium-headless-shell',
    '/usr/lib/chromium/chromium',
    '/usr/lib/chromium-browser/chromium-browser',
    '/usr/lib64/chromium-browser/headless_shell',
    '/usr/lib64/chromium-browser/chromium-browser',
    '/opt/google/chrome/chrome',
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
};

/** No browser was found, or the one that was named cannot be run. The message names the remedy. */
export class BrowserNotFound extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BrowserNotFound';
  }
}

/**
 * @param configured path from the configuration; it is used as it is or refused
 * @returns path of an executable browser
 */
export function findBrowser(configured?: string): string {
  if (configured !== undefined) {
    if (isExecutable(configured)) return configured;
    throw new BrowserNotFound(
      `PLATEN_CHROME names ${configured}, which is not an executable file. Correct it, or leave it out to let Platen find a browser.`,
    );
  }
  const candidates = SYSTEM_BROWSERS[platform()] ?? [];
  const found = candidates.find(isExecutable) ?? unpackShippedBrowser();
  if (found) return found;
  throw new BrowserNotFound(
    `No browser was found. Tried: ${[...candidates, 'the npm package @sparticuz/chromium'].join(', ')}. ` +
      'Run "script/setup", or on Debian "apt-get install chromium-headless-shell chromium-sandbox".',
  );
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/**
 * Unpacks the binary of the npm package into a folder of our own, once per version. The package itself would put
 * it under a predictable name in /tmp, where another user could have put something else before.
 */
function unpackShippedBrowser(): string | undefined {
  const packed = locateShippedBrowser();
  if (!packed || platform() !== 'linux') return undefined;
  const { size, mtimeMs } = statSync(packed);
  const folder = path.join(cacheFolder(), `chromium-${size}-${Math.trunc(mtimeMs)}`);
  const binary = path.join(folder, 'chromium');
  if (isExecutable(binary)) return binary;
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const partial = `${binary}.${process.pid}`;
  writeFileSync(partial, brotliDecompressSync(readFileSync(packed)), { mode: 0o755 });
  renameSync(partial, binary);
  return binary;
}

function locateShippedBrowser(): string | undefined {
  try {
    const entry = fileURLToPath(import.meta.resolve('@sparticuz/chromium'));
    const root = entry.slice(0, entry.lastIndexOf(`${path.sep}chromium${path.sep}`) + '/chromium'.length);
    return [path.join(root, 'bin', 'chromium.br'), path.join(root, 'bin', 'x64', 'chromium.br')].find((file) =>
      existsSync(file),
    );
  } catch {
    return undefined;
  }
}

/** A folder that the browser's own user can read: the data folder of the service is closed to it on purpose. */
function cacheFolder(): string {
  return process.getuid?.() === 0 ? '/var/cache/platen' : path.join(homedir(), '.cache', 'platen');
}
