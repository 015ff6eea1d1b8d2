import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { withoutInheritedFiles } from '../isolation/inherited-files.ts';
import { packageFolder, readOnlyFlags } from '../isolation/node-flags.ts';
import { nodeIsolation } from '../isolation/node-isolation.ts';
import { childFiles } from '../isolation/plain-copies.ts';

/**
 * Starts child processes that PDFium runs in as WebAssembly: they have no network, no environment and no files but those
 * that they load. What is to be done, and the file, come by standard input.
 */

/** What such a child does. */
export interface PdfTask {
  /** Names it for the system; one for each list of files. */
  readonly name: string;
  /** Absolute paths of what it loads of ours, first the module that it begins with. */
  readonly sources: readonly string[];
}

/** The last descriptor that a child gets: standard error. */
const LAST_FILE = 2;
const PDFIUM = '@embedpdf/pdfium';
/** Pages of 64 KiB that PDFium may have, and MiB of the heap around it. */
const MEMORY = ['--wasm-max-mem-pages=4096', '--max-old-space-size=256'];

/** The arguments with which Node may do nothing but read what a child loads, in bounded memory. */
export function childFlags({ sources }: PdfTask): string[] {
  const folder = packageFolder(PDFIUM);
  const loaded = ['package.json', 'dist/index.js', 'dist/pdfium.wasm'].map((file) => join(folder, file));
  return [...readOnlyFlags([...childFiles(sources), ...loaded]), ...MEMORY];
}

/** Starts a child. It waits for its file as long as its standard input is open. */
export function startPdfChild(task: PdfTask): ChildProcess {
  const { name, sources } = task;
  const files = childFiles(sources);
  const [entry = ''] = files;
  const { user, wrap } = nodeIsolation({ name, files: [...files, packageFolder(PDFIUM)] });
  const started = wrap({ command: process.execPath, args: [...childFlags(task), entry] });
  const { command, args } = withoutInheritedFiles(started, LAST_FILE);
  const child: ChildProcess = spawn(command, args, {
    ...(user ?? {}),
    env: { TZ: 'UTC' },
    stdio: ['pipe', 'pipe', 'ignore'],
    cwd: '/',
    detached: true,
  });
  // A child that ends early does not read on; its answer, or that there is none, says all that matters.
  // Where there are no descriptors left it has no pipes.
  child.stdin?.on('error', () => {});
  child.on('error', () => {});
  return child;
}
