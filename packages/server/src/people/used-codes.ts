import { createHmac } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Database } from '../data/database.ts';

/** Milliseconds in which a code may still be right: its own 30 seconds, and those before and after. */
const LIFE = 120_000;

export interface UsedCodesOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly secret: string;
}

/**
 * Codes of authenticators that were tried: whoever sees one over somebody's shoulder cannot use it again
 * (RFC 6238, section 5.2).
 */
export class UsedCodes {
  readonly #options: UsedCodesOptions;

  constructor(options: UsedCodesOptions) {
    this.#options = options;
  }

  /** @returns whether nobody has tried this code of the person before; of several who try at once, one is told so */
  async claim(userId: string, code: string): Promise<boolean> {
    const { database, clock, secret } = this.#options;
    const now = Math.floor(clock.now());
    const { system } = database;
    await system
      .deleteFrom('used_codes')
      .where('user_id', '=', userId)
      .where('used_at', '<', new Date(now - LIFE))
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
