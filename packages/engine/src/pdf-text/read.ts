import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { EngineError } from '../errors.ts';
import { endGroup } from '../isolation/end-group.ts';
import { withoutInheritedFiles } from '../isolation/inherited-files.ts';
import { packageFolder, readOnlyFlags } from '../isolation/node-flags.ts';
import { nodeIsolation } from '../isolation/node-isolation.ts';
import { SlotQueue } from '../slot-queue.ts';
import type { PdfAnswer, PdfText } from './protocol.ts';
import { explain } from './refusals.ts';

/**
 * Reads the text of PDF files in child processes, one for each file: PDFium as WebAssembly, in a process that has no
 * network, no environment and no files but its own.
 */

const CHILD = fileURLToPath(new URL('./child.ts', import.meta.url));
/** The last descriptor that a child gets: standard error. */
const LAST_FILE = 2;
const OWN_FILES = ['./child.ts', './document.ts', './layout.ts', './protocol.ts', './words.ts', '../../package.json'];
const PDFIUM = '@embedpdf/pdfium';
/** Milliseconds that a file may take. */
const TIMEOUT = 30_000;
/** Pages of 64 KiB that PDFium may have, and MiB of the heap around it. */
const MEMORY = ['--wasm-max-mem-pages=4096', '--max-old-space-size=256'];

const queue = new SlotQueue({ slots: Math.max(1, availableParallelism() - 1), length: 100, timeout: 30_000 });

export interface ReadPdfOptions {
  /** Fairness group (an organisation): groups take turns. Default: one group for all. */
  readonly group?: string;
  readonly signal?: AbortSignal;
  /** JSON pointer to the field that brought the file. Default `/file`. */
  readonly pointer?: string;
}

/**
 * Reads the text of a PDF with its layout. Pictures are not read: there is no recognition of letters.
 * @throws EngineError `unreadable_pdf` with what is wrong and what helps; `too_many_pages`; `capacity` and
 *   `queue_timeout`; the reason of the signal
 */
export async function readPdf(bytes: Uint8Array, options: ReadPdfOptions = {}): Promise<PdfText> {
  const { group = '', signal = new AbortController().signal, pointer = '/file' } = options;
  if (!isPdf(bytes)) throw explain({ reason: 'no_pdf' }, pointer);
  const release = await queue.acquire(group, signal);
  try {
    const answer = await readInChild(bytes, signal);
    if ('text' in answer) return answer.text;
    throw explain(answer.fault, pointer);
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

async function readInChild(bytes: Uint8Array, signal: AbortSignal): Promise<PdfAnswer> {
  const child = startChild();
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
    return JSON.parse((await buffer(stdout)).toString('utf8')) as PdfAnswer;
  } catch (error) {
    throw performance.now() - start >= TIMEOUT ? new TimedOut() : error;
  } finally {
    clearTimeout(late);
    signal.removeEventListener('abort', end);
    end();
  }
}

const ownFiles = (): string[] => OWN_FILES.map((file) => fileURLToPath(new URL(file, import.meta.url)));

/** The arguments with which Node may do nothing but read what a child loads, in bounded memory. */
export function childFlags(): string[] {
  const folder = packageFolder(PDFIUM);
  const loaded = ['package.json', 'dist/index.js', 'dist/pdfium.wasm'].map((file) => join(folder, file));
  return [...readOnlyFlags([...ownFiles(), ...loaded]), ...MEMORY];
}

function startChild(): ChildProcess {
  const { user, wrap } = nodeIsolation({ name: 'files', files: [...ownFiles(), packageFolder(PDFIUM)] });
  const started = wrap({ command: process.execPath, args: [...childFlags(), CHILD] });
  const { command, args } = withoutInheritedFiles(started, LAST_FILE);
  return spawn(command, args, {
    ...(user ?? {}),
    env: { TZ: 'UTC' },
    stdio: ['pipe', 'pipe', 'ignore'],
    cwd: '/',
    detached: true,
  });
}
