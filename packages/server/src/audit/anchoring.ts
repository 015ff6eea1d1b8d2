import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Database } from '../data/database.ts';
import type { Log } from '../log/log.ts';
import type { LockedBucket } from '../objects/locked-bucket.ts';
import { NotLocked } from '../objects/not-locked.ts';
import { ANCHOR, type anchorLine } from './anchors.ts';
import { exportKey } from './export-seal.ts';
import type { Heads } from './heads.ts';
import { sealedLines } from './sealed-file.ts';

export interface AnchoringOptions {
  readonly database: Database;
  readonly heads: Heads;
  /** Signs heads; the seal is made of it. */
  readonly auditKey: Buffer;
  readonly bucket: LockedBucket;
  /** Days that an anchor is kept: nobody can make it shorter. */
  readonly days: number;
  readonly log: Log;
}

const MINUTE = 60_000;
const DAY = 86_400_000;
/** Milliseconds between two looks; one of all servers finds that it is time. */
const EVERY = 5 * MINUTE;
/** Seconds between two anchors. */
const APART = 3_600;
/** Seconds after which another server takes over: whoever began may have been killed. */
const LEASE = 600;

/** Writes heads of the audit chains to a bucket that keeps them, once an hour for all servers of an instance. */
export class Anchoring {
  readonly #options: AnchoringOptions;
  readonly #timer: NodeJS.Timeout;
  #writing: Promise<unknown> = Promise.resolve();

  constructor(options: AnchoringOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.#look(), EVERY).unref();
    this.#look();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#writing;
  }

  #look(): void {
    this.#writing = this.#writing.then(() => writeAnchorIfDue(this.#options)).catch(() => {});
  }
}

/** @returns heads that were anchored; undefined if it was not time */
async function writeAnchorIfDue(options: AnchoringOptions): Promise<number | undefined> {
  const { database, log } = options;
  if (!(await claim(database))) return undefined;
  try {
    const count = await writeAnchor(options);
    await setAge(database, 0);
    return count;
  } catch (error) {
    const isNotLocked = error instanceof NotLocked;
    log.event('audit_anchor_unwritten', { reason: isNotLocked ? 'not_locked' : 'store' });
    // The next look tries again; a bucket that keeps nothing takes an object each time, and waits like one that does.
    await setAge(database, isNotLocked ? 0 : APART);
    return undefined;
  }
}

const NAME = 'audit_anchor';

/** Whether it is time, for one of all servers, as long as the lease. */
async function claim({ system }: Database): Promise<boolean> {
  const { rows } = await sql`
    insert into settings (name, value, updated_at) values (${NAME}, '{}', now() - make_interval(secs => ${APART - LEASE}))
    on conflict (name) do update set updated_at = excluded.updated_at
      where settings.updated_at <= now() - make_interval(secs => ${APART})
    returning name
  `.execute(system);
  return rows.length > 0;
}

/** @param seconds how long ago the last anchor was written */
async function setAge({ system }: Database, seconds: number): Promise<void> {
  await sql`update settings set updated_at = now() - make_interval(secs => ${seconds}) where name = ${NAME}`.execute(
    system,
  );
}

/**
 * Writes the heads of all chains that have rows.
 * @returns how many
 * @throws NotLocked, and what the store answers
 */
export async function writeAnchor({
  database,
  heads,
  auditKey,
  bucket,
  days,
}: Omit<AnchoringOptions, 'log'>): Promise<number> {
  const at = new Date();
  const lines: z.input<typeof anchorLine>[] = [];
  const { system } = database;
  const chains = new Set([...heads.chains(), ...(await heads.marks.chains(system))]);
  for (const chain of [...chains].sort()) {
    // What the chain is now; whether that goes on from the head that was kept is checked when a row is written.
    const head = await heads.newest(system, chain);
    if (head && head.seq > 0) lines.push({ chain, seq: head.seq, hash: head.hash });
  }
  const text = await Array.fromAsync(sealedLines(lines, { format: ANCHOR, key: exportKey(auditKey), at }));
  const name = `${at.toISOString().replaceAll(/[:.]/g, '-')}-${randomBytes(4).toString('hex')}.ndjson`;
  await bucket.put(name, Buffer.from(text.join('')), new Date(at.getTime() + days * DAY));
  return lines.length;
}
