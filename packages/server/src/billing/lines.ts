import { sql } from 'kysely';
import { type InvoiceLine, overageLine, planLine, restLine } from '../credits/invoices.ts';
import { periodAt } from '../credits/periods.ts';
import type { Queries } from '../data/database.ts';
import type { Terms } from '../data/schema/billing.ts';

/** A line of an invoice. */
export interface BilledLine extends Omit<InvoiceLine, 'kind'> {
  readonly kind: InvoiceLine['kind'] | 'tax' | 'refund';
  /** For credits beyond the plan: the period of the ledger that they were used in. */
  readonly periodStart?: number;
}

export const totalOf = (lines: readonly BilledLine[]): number => lines.reduce((sum, { cents }) => sum + cents, 0);

interface OverageSpan {
  /** Nothing that was used in periods before is billed. */
  readonly since: number;
  /** Only periods that began before. */
  readonly before: number;
}

/**
 * Credits beyond the plan that the ledger has and no invoice yet, or fewer: what came too late for the invoice of its
 * month is on the next one, and what was voided after it was billed is given back there.
 */
async function overageDue(queries: Queries, organisationId: string, { since, before }: OverageSpan) {
  const { rows } = await sql<{ period_start: Date; unit_price: number; credits: number }>`
    select period_start, unit_price, sum(credits)::bigint as credits from (
      select period_start, unit_price, overage as credits from credit_ledger
      where organisation_id = ${organisationId} and pool = 'credits' and kind <> 'grant'
      union all
      select line.period_start, line.unit_price, -line.quantity from billing_lines line
      join billing_invoices invoice on invoice.id = line.invoice_id
      where line.organisation_id = ${organisationId} and line.kind = 'overage' and invoice.status <> 'void'
    ) used
    where period_start >= ${new Date(since)} and period_start < ${new Date(before)}
    group by 1, 2 having sum(credits) <> 0 order by 1, 2
  `.execute(queries);
  return rows;
}

/** The lines for credits beyond the plan. What is given back waits until there is enough to take it from. */
async function overageLines(
  queries: Queries,
  organisationId: string,
  { room, ...span }: OverageSpan & { readonly room: number },
): Promise<readonly BilledLine[]> {
  const rows = await overageDue(queries, organisationId, span);
  const lines = rows.map(({ period_start, unit_price, credits }) => ({
    ...overageLine(unit_price, credits),
    periodStart: period_start.getTime(),
  }));
  const more = lines.filter(({ quantity }) => quantity > 0);
  let left = room + totalOf(more);
  const less = lines.filter(({ quantity, cents }) => {
    if (quantity > 0 || left + cents < 0) return false;
    left += cents;
    return true;
  });
  return [...more, ...less];
}

/** What is billed when a month is over. @param terms what begins then; undefined: nothing that is paid */
export async function monthLines(
  queries: Queries,
  organisationId: string,
  { terms, ...span }: OverageSpan & { readonly terms?: Terms },
): Promise<readonly BilledLine[]> {
  const plan = terms ? [planLine(terms)] : [];
  return [...(await overageLines(queries, organisationId, { ...span, room: totalOf(plan) })), ...plan];
}

/** What is billed when another plan begins at once. */
export async function changeLines(
  queries: Queries,
  organisationId: string,
  {
    from,
    to,
    anchor,
    since,
    at,
  }: { readonly from: Terms; readonly to: Terms; readonly anchor: number; readonly since: number; readonly at: number },
): Promise<readonly BilledLine[]> {
  const month = periodAt(anchor, at - 1);
  const balance = await queries
    .selectFrom('credit_balances')
    .select('used')
    .where('organisation_id', '=', organisationId)
    .where('pool', '=', 'credits')
    .where('period_start', '=', new Date(month.start))
    .executeTakeFirst();
  const rest = restLine({ ...from, startsAt: anchor }, { at, used: balance?.used ?? 0 });
  const plan = [planLine(to), ...(rest ? [rest] : [])];
  return [...(await overageLines(queries, organisationId, { since, before: at, room: totalOf(plan) })), ...plan];
}
