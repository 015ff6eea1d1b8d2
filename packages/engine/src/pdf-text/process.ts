import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { EngineError } from '../errors.ts';
import { endGroup } from '../isolation/end-group.ts';
import { withoutInheritedFiles } from '../isolation/inherited-files.ts';
import { packageFolder, readOnlyFlags } from '../isolation/node-flags.ts';
import { nodeIsolation } from '../isolation/node-isolation.ts';
import { SlotQueue } from '../slot-queue.ts';
import { explain } from './refusals.ts';

/**
 * Child processes that PDFium runs in as WebAssembly, one for each file: they have no network, no environment and no
 * files but those that they load.
 */

/** What such a child does. */
export interface PdfTask {
  /** Names it for the system; one for each list of files. */
  readonly name: string;
  /** Absolute path of the module that it begins with. */
  readonly entry: string;
  /** Absolute paths of what else it loads of ours. */
  readonly files: readonly string[];
}

export interface PdfTaskOptions {
  /** Fairness group (an organisation): groups take turns. Default: one group for all. */
  readonly group?: string;
  readonly signal?: AbortSignal;
  /** JSON pointer to the field that brought the file. Default `/file`. */
  readonly pointer?: string;
}

/** The last descriptor that a child gets: standard error. */
const LAST_FILE = 2;
const PDFIUM = '@embedpdf/pdfium';
/** Milliseconds that a file may take. */
const TIMEOUT = 30_000;
/** Pages of 64 KiB that PDFium may have, and MiB of the heap around it. */
const MEMORY = ['--wasm-max-mem-pages=4096', '--max-old-space-size=256'];

const queue = new SlotQueue({ slots: Math.max(1, availableParallelism() - 1), length: 100, timeout: 30_000 });

/**
 * Gives a file to a child of its own.
 * @param argument told to the child as its one argument
 * @returns what the child wrote, as JSON
 * @throws EngineError `unreadable_pdf` if it wrote none; `capacity` and `queue_timeout`; the reason of the signal
 */
export async function askPdfChild<Answer>(
  task: PdfTask,
  { bytes, argument = '' }: { readonly bytes: Uint8Array; readonly argument?: string },
  options: PdfTaskOptions,
): Promise<Answer> {
  const { group = '', signal = new AbortController().signal, pointer = '/file' } = options;
  if (!isPdf(bytes)) throw explain({ reason: 'no_pdf' }, pointer);
  const release = await queue.acquire(group, signal);
  try {
    return await inChild<Answer>(startChild(task, argument), bytes, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof EngineError) throw error;
    throw explain({ reason: error instanceof TimedOut ? 'timeout' : 'broken' }, pointer);
  } finally {
    release();
  }
}

/** Some programs write something before the header of a PDF. */
const LATEST_HEADER = 1024;

/** Whether a file says that it is a PDF. */
export const isPdf = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, LATEST_HEADER)).includes('%PDF-');

class TimedOut extends Error {}

async function inChild<Answer>(child: ChildProcess, bytes: Uint8Array, signal: AbortSignal): Promise<Answer> {
  const end = () => endGroup(child);
  const late = setTimeout(end, TIMEOUT);
  const start = performance.now();
  signal.addEventListener('abort', end, { once: true });
  const { stdin, stdout } = child;
  if (!stdin || !stdout) throw new Error('the child has no pipes');
  try {
    // A child that ends early does not read on; its answer, or that there is none, says all that matters.
    stdin.on('error', () => {});
    child.on('error', () => {});
    stdin.end(bytes);
    return JSON.parse((await buffer(stdout)).toString('utf8')) as Answer;
  } catch (error) {
    throw performance.now() - start >= TIMEOUT ? new TimedOut() : error;
  } finally {
    clearTimeout(late);
    signal.removeEventListener('abort', end);
    end();
  }
}

/** The arguments with which Node may do nothing but read what a child loads, in bounded memory. */
export function childFlags({ entry, files }: PdfTask): string[] {
  const folder = packageFolder(PDFIUM);
  const loaded = ['package.json', 'dist/index.js', 'dist/pdfium.wasm'].map((file) => join(folder, file));
  return [...readOnlyFlags([entry, ...files, ...loaded]), ...MEMORY];
}

function startChild(task: PdfTask, argument: string): ChildProcess {
  const { name, entry, files } = task;
  const { user, wrap } = nodeIsolation({ name, files: [entry, ...files, packageFolder(PDFIUM)] });
  const started = wrap({ command: process.execPath, args: [...childFlags(task), entry, argument] });
  const { command, args } = withoutInheritedFiles(started, LAST_FILE);
  return spawn(command, args, {
    ...(user ?? {}),
    env: { TZ: 'UTC' },
    stdio: ['pipe', 'pipe', 'ignore'],
    cwd: '/',
    detached: true,
  });
}
