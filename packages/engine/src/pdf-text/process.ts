import type { ChildProcess } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { EngineError } from '../errors.ts';
import { endGroup } from '../isolation/end-group.ts';
import { SlotQueue } from '../slot-queue.ts';
import { explain } from './refusals.ts';
import { takePdfChild } from './spare-child.ts';
import type { PdfTask } from './start.ts';

/** Gives PDF files to child processes, one for each file. */

export interface PdfTaskOptions {
  /** Fairness group (an organisation): groups take turns. Default: one group for all. */
  readonly group?: string;
  readonly signal?: AbortSignal;
  /** JSON pointer to the field that brought the file. Default `/file`. */
  readonly pointer?: string;
}

export interface PdfFile {
  readonly bytes: Uint8Array;
  /** What the child is told before them. */
  readonly head?: string;
}

/** Milliseconds that a file may take. */
const TIMEOUT = 30_000;

const queue = new SlotQueue({ slots: Math.max(1, availableParallelism() - 1), length: 100, timeout: 30_000 });

/**
 * Gives a file to a child of its own.
 * @returns what the child wrote, as JSON
 * @throws EngineError `unreadable_pdf` if it wrote none; `capacity` and `queue_timeout`; the reason of the signal
 */
export async function askPdfChild<Answer>(task: PdfTask, file: PdfFile, options: PdfTaskOptions): Promise<Answer> {
  const { group = '', signal = new AbortController().signal, pointer = '/file' } = options;
  if (!isPdf(file.bytes)) throw explain({ reason: 'no_pdf' }, pointer);
  const release = await queue.acquire(group, signal);
  try {
    return await inChild<Answer>(takePdfChild(task), file, signal);
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

async function inChild<Answer>(child: ChildProcess, { head, bytes }: PdfFile, signal: AbortSignal): Promise<Answer> {
  const end = () => endGroup(child);
  const late = setTimeout(end, TIMEOUT);
  const start = performance.now();
  signal.addEventListener('abort', end, { once: true });
  const { stdin, stdout } = child;
  if (!stdin || !stdout) throw new Error('the child has no pipes');
  try {
    if (head !== undefined) stdin.write(head);
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
