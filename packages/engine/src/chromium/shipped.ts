import { execFileSync } from 'node:child_process';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { arch, homedir, platform } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';

/** A browser that npm brought, unpacked. */
export interface ShippedBrowser {
  readonly binary: string;
  /** What its process needs to find its own libraries and fonts. */
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * The browser inside the npm package @sparticuz/chromium, for machines where no system package can be installed. It is
 * unpacked into a folder of our own, once per version; the package itself would put it under a predictable name in
 * /tmp, where another user could have put something else before. Its libraries and a font come along, since such
 * machines often have neither.
 * @returns `undefined` when the package is not installed or not for this machine
 */
export function shippedBrowser(): ShippedBrowser | undefined {
  const root = locatePackage();
  if (root === undefined || platform() !== 'linux' || arch() !== 'x64') return undefined;
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
  const folder = path.join(cacheFolder(), `chromium-${version}`);
  const binary = path.join(folder, 'chromium');
  if (!isExecutable(binary)) unpack(path.join(root, 'bin'), folder);
  return {
    binary,
    environment: { LD_LIBRARY_PATH: path.join(folder, 'lib'), FONTCONFIG_FILE: path.join(folder, 'fonts.conf') },
  };
}

function locatePackage(): string | undefined {
  try {
    const entry = fileURLToPath(import.meta.resolve('@sparticuz/chromium'));
    const name = path.join('@sparticuz', 'chromium');
    const root = entry.slice(0, entry.lastIndexOf(name) + name.length);
    return existsSync(path.join(root, 'bin', 'chromium.br')) ? root : undefined;
  } catch {
    return undefined;
  }
}

/** A folder that the browser's own user can read: the data folder of the service is closed to it on purpose. */
function cacheFolder(): string {
  return process.getuid?.() === 0 ? '/var/cache/platen' : path.join(homedir(), '.cache', 'platen');
}

function unpack(packed: string, folder: string): void {
  mkdirSync(path.dirname(folder), { recursive: true, mode: 0o755 });
  // Unpacked beside its place and then renamed: another process finds all of it or nothing.
  const partial = mkdtempSync(`${folder}.`);
  try {
    for (const archive of ['al2023.tar.br', 'fonts.tar.br']) {
      const tar = brotliDecompressSync(readFileSync(path.join(packed, archive)));
      execFileSync('tar', ['-x', '--no-same-owner', '-C', partial], { input: tar });
    }
    writeFileSync(path.join(partial, 'fonts.conf'), fontConfiguration(path.join(folder, 'fonts')));
    writeFileSync(
      path.join(partial, 'chromium'),
      brotliDecompressSync(readFileSync(path.join(packed, 'chromium.br'))),
      { mode: 0o755 },
    );
    execFileSync('chmod', ['-R', 'a+rX', partial]);
    rmSync(folder, { recursive: true, force: true });
    renameSync(partial, folder);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

/** The fonts of the system, where it has any, and those of the package. */
function fontConfiguration(fonts: string): string {
  return (
    '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd"><fontconfig>' +
    `<include ignore_missing="yes">/etc/fonts/fonts.conf</include><dir>${fonts}</dir><dir>/usr/share/fonts</dir>` +
    '<cachedir>/tmp/fontconfig</cachedir></fontconfig>\n'
  );
}

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
