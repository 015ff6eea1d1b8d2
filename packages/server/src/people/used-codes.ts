import { createHmac } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Database } from '../data/database.ts';

/** Milliseconds in which a code may still be right: its own 30 seconds, and those before and after. */
const VALIDITY = 120_000;

export interface UsedCodesOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly secret: string;
}

/**
 * One-time codes that were tried: each is accepted at most once (RFC 6238, section 5.2).
 */
export class UsedCodes {
  readonly #options: UsedCodesOptions;

  constructor(options: UsedCodesOptions) {
    this.#options = options;
  }

  /** @returns whether this code of the person was not tried before; true for one of several concurrent calls */
  async claim(userId: string, code: string): Promise<boolean> {
    const { database, clock, secret } = this.#options;
    const now = Math.floor(clock.now());
    const { system } = database;
    await system
      .deleteFrom('used_codes')
      .where('user_id', '=', userId)
      .where('used_at', '<', new Date(now - VALIDITY))
      .execute();
    const { numInsertedOrUpdatedRows = 0n } = await system
      .insertInto('used_codes')
      .values({
        user_id: userId,
        digest: createHmac('sha256', secret).update(`used code ${code}`).digest(),
        used_at: new Date(now),
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows > 0n;
  }
}
