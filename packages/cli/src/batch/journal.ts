import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '@platen/server/folders';

interface Entry {
  /** Of a file that is done. */
  readonly file?: string;
  readonly key?: string;
  /** Of a batch that a service has. */
  readonly server?: string;
  readonly attempt?: string;
  readonly batch?: string;
}

/**
 * What is done so far, line by line, so that an interrupted batch goes on where it was: each file with a hash of all that
 * it was made of.
 */
export class Journal {
  readonly #file: string;
  readonly #done = new Map<string, string>();
  #batch: Entry | undefined;

  /** @param resume whether what an earlier call wrote counts; else it is forgotten */
  constructor(file: string, { resume }: { readonly resume: boolean }) {
    this.#file = file;
    if (resume) this.#read();
    else rmSync(file, { force: true });
  }

  #read(): void {
    if (!existsSync(this.#file)) return;
    for (const line of readFileSync(this.#file, 'utf8').split('\n')) {
      const entry = entryOf(line);
      if (entry?.file !== undefined && entry.key !== undefined) this.#done.set(entry.file, entry.key);
      if (entry?.server !== undefined) this.#batch = entry;
    }
  }

  /** Whether a file is there that was made of the same. */
  has(file: string, key: string): boolean {
    return this.#done.get(file) === key && existsSync(file);
  }

  /** Keeps that a file is done; it has to be there, whole. */
  add(file: string, key: string): void {
    this.#append({ file, key });
  }

  /** The batch of a service that an earlier call began with the same. */
  batchAt(server: string, key: string): Pick<Entry, 'attempt' | 'batch'> | undefined {
    return this.#batch?.server === server && this.#batch.key === key ? this.#batch : undefined;
  }

  setBatch(entry: Required<Pick<Entry, 'server' | 'key' | 'attempt'>> & Pick<Entry, 'batch'>): void {
    this.#append(entry);
  }

  /** Nothing is left to be done. */
  remove(): void {
    rmSync(this.#file, { force: true });
  }

  #append(entry: Entry): void {
    makeFolder(path.dirname(this.#file));
    appendFileSync(this.#file, `${JSON.stringify(entry)}\n`);
  }
}

/** The last line of a process that was killed may be half. */
function entryOf(line: string): Entry | undefined {
  try {
    return JSON.parse(line) as Entry;
  } catch {
    return undefined;
  }
}

export const hashOf = (...parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
