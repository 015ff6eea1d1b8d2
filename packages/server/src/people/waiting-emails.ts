import type { Database } from '../data/database.ts';
import { SealError } from '../vault/envelope.ts';
import type { Vault } from '../vault/vault.ts';
import { openEmail } from './outbox.ts';

/** An email that the mail server has not taken yet. Its text may hold a link that lets somebody in, so it is not told. */
export interface WaitingEmail {
  readonly id: string;
  readonly kind: string;
  readonly subject: string;
  readonly created_at: Date;
  readonly expires_at: Date;
}

/** Rows that are read at once. */
const PAGE = 200;

interface Options {
  readonly database: Database;
  readonly vault: Vault;
}

/** Emails that wait for one address. They are sealed, address and all, so each that waits is opened. */
export async function* waitingEmails({ database, vault }: Options, address: string): AsyncGenerator<WaitingEmail> {
  for (let after = ''; ; ) {
    const rows = await database.system
      .selectFrom('outbox')
      .select(['id', 'kind', 'letter', 'created_at', 'expires_at'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    for (const { letter, ...row } of rows) {
      const email = await openEmail(vault, row.id, letter).catch((error: unknown) => {
        // What was changed is nobody's email.
        if (!(error instanceof SealError)) throw error;
      });
      if (email?.to.toLowerCase() === address) yield { ...row, subject: email.subject };
    }
    after = rows.at(-1)?.id ?? after;
    if (rows.length < PAGE) return;
  }
}

/** Removes what waits for one address. @returns how many */
export async function dropWaitingEmails(options: Options, address: string): Promise<number> {
  const ids: string[] = [];
  for await (const { id } of waitingEmails(options, address)) ids.push(id);
  if (ids.length > 0) await options.database.system.deleteFrom('outbox').where('id', 'in', ids).execute();
  return ids.length;
}
