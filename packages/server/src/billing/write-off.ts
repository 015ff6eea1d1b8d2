import type { Queries } from '../data/database.ts';
import type { Account } from './account.ts';
import { insertInvoice, settleInvoice } from './invoice-store.ts';
import { monthLines } from './lines.ts';
import type { Seller } from './seller.ts';
import * as states from './states.ts';

/**
 * Puts what was used beyond a plan that ends unpaid on an invoice that nobody is charged for.
 * @param given.account as it was when the plan still ran
 * @returns cents of it
 */
export async function writeOff(
  queries: Queries,
  given: { readonly organisationId: string; readonly seller: Seller; readonly account: Account; readonly now: number },
): Promise<number> {
  const { organisationId, seller, account, now } = given;
  const lines = await monthLines(queries, organisationId, states.unbilled(account, now));
  if (lines.length === 0) return 0;
  const used = await insertInvoice(queries, { organisationId, seller, lines, at: now });
  if (used.status === 'open') await settleInvoice(queries, used, { status: 'uncollectible' });
  return used.total_cents;
}
