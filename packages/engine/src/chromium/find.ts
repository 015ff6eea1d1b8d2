import { statSync } from 'node:fs';
import { platform } from 'node:os';
import { isExecutable, shippedBrowser } from './shipped.ts';

/** A browser that can be started. */
export interface FoundBrowser {
  readonly binary: string;
  /** Variables that its process needs beyond the usual ones. */
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * Where systems keep their browser. The headless shell comes first: it starts three to five times faster than full
 * Chromium and calls nobody. On Debian the binary itself is named, not the wrapper script in /usr/bin, so that the
 * process that is started is the browser.
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
 * Finds the browser.
 * @param configured path from the configuration; it is used as it is or refused, never silently replaced
 * @throws BrowserNotFound
 */
export function findBrowser(configured?: string): FoundBrowser {
  if (configured !== undefined) {
    if (isExecutableFile(configured)) return { binary: configured, environment: {} };
    throw new BrowserNotFound(
      `PLATEN_CHROME names ${configured}, which is not an executable file. Correct it, or leave it out to let Platen find a browser.`,
    );
  }
  const candidates = SYSTEM_BROWSERS[platform()] ?? [];
  const system = candidates.find(isExecutableFile);
  if (system !== undefined) return { binary: system, environment: {} };
  const shipped = shippedBrowser();
  if (shipped) return shipped;
  throw new BrowserNotFound(
    `No browser was found. Tried: ${[...candidates, 'the npm package @sparticuz/chromium'].join(', ')}. ` +
      'Run "script/setup", or on Debian "apt-get install chromium-headless-shell chromium-sandbox".',
  );
}

const isExecutableFile = (file: string): boolean => isExecutable(file) && statSync(file).isFile();
