import { createHmac, timingSafeEqual } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Log } from '../log/log.ts';
import { canonical } from './chain.ts';

/** The last row of a chain that this process knows of. */
export interface Head {
  readonly organisationId: string;
  readonly seq: number;
  /** In hex. */
  readonly hash: string;
}

const stored = z.strictObject({
  organisationId: z.string(),
  seq: z.int(),
  hash: z.string(),
  signature: z.string(),
});

interface HeadsOptions {
  readonly folder: string;
  readonly key: Buffer;
  readonly log?: Log;
}

/** The heads that are kept in a data folder. */
export function openHeads({
  dataFolder,
  key,
  log,
}: Omit<HeadsOptions, 'folder'> & { readonly dataFolder: string }): Heads {
  return new Heads({ folder: path.join(dataFolder, 'audit'), key, log });
}

/**
 * Heads of the audit chains, signed, in files outside of the database: whoever can change the database can make a
 * whole new chain, but not its signature.
 */
export class Heads {
  readonly #folder: string;
  readonly #key: Buffer;
  readonly #log: Log | undefined;
  readonly #known = new Map<string, Head | 'forged' | undefined>();
  readonly #dirty = new Set<string>();
  #writing: Promise<void> | undefined;

  /** @param options.key signs; 32 bytes that the database does not hold in the clear */
  constructor({ folder, key, log }: HeadsOptions) {
    this.#folder = folder;
    this.#key = key;
    this.#log = log;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }

  /** Organisations that a head was kept of. */
  organisations(): string[] {
    return readdirSync(this.#folder)
      .filter((file) => /^org_\w+\.json$/.test(file))
      .map((file) => file.slice(0, -'.json'.length));
  }

  /** The head that was kept; `forged` if its signature is not ours. */
  of(organisationId: string): Head | 'forged' | undefined {
    if (!this.#known.has(organisationId)) this.#known.set(organisationId, this.#read(organisationId));
    return this.#known.get(organisationId);
  }

  /** Keeps a head that goes on from the one before. It is written in the background. */
  keep(head: Head): void {
    const before = this.of(head.organisationId);
    if (before === 'forged' || (before && before.seq >= head.seq)) return;
    this.#known.set(head.organisationId, head);
    this.#dirty.add(head.organisationId);
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined;
    });
  }

  /** Resolves when everything is written. */
  async flush(): Promise<void> {
    while (this.#writing) await this.#writing;
  }

  async #writeAll(): Promise<void> {
    while (this.#dirty.size > 0) {
      const [organisationId = ''] = this.#dirty;
      this.#dirty.delete(organisationId);
      const head = this.#known.get(organisationId);
      if (head === undefined || head === 'forged') continue;
      try {
        await this.#write(head);
      } catch {
        this.#log?.event('audit_head_unwritten', { seq: head.seq });
      }
    }
  }

  async #write(head: Head): Promise<void> {
    const file = this.#file(head.organisationId);
    const text = `${JSON.stringify({ ...head, signature: this.#sign(head).toString('hex') })}\n`;
    await writeFile(`${file}.draft`, text, { mode: 0o600, flush: true });
    await rename(`${file}.draft`, file);
  }

  #read(organisationId: string): Head | 'forged' | undefined {
    try {
      const { signature, ...head } = stored.parse(JSON.parse(readFileSync(this.#file(organisationId), 'utf8')));
      const expected = this.#sign(head);
      const given = Buffer.from(signature, 'hex');
      const ours = given.length === expected.length && timingSafeEqual(given, expected);
      return ours && head.organisationId === organisationId ? head : 'forged';
    } catch (error) {
      return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? undefined : 'forged';
    }
  }

  #sign(head: Head): Buffer {
    const { organisationId, seq, hash } = head;
    return createHmac('sha256', this.#key).update(canonical({ organisationId, seq, hash })).digest();
  }

  #file(organisationId: string): string {
    if (!/^org_\w+$/.test(organisationId)) throw new Error('This is no id of an organisation.');
    return path.join(this.#folder, `${organisationId}.json`);
  }
}
