import { setPlanEnd } from '../credits/plan-rows.ts';
import type { Queries } from '../data/database.ts';
import type { Notice } from '../data/schema/billing.ts';
import type { Account } from './account.ts';
import type { AccountStore, Change, Moment, Turn } from './account-store.ts';
import {
  disputedCents,
  type InvoiceRow,
  insertCreditNote,
  insertPayment,
  readInvoice,
  settleInvoice,
} from './invoice-store.ts';
import type { Movement, PaymentProvider } from './provider.ts';
import type { Seller } from './seller.ts';
import * as states from './states.ts';
import { endOf } from './steps.ts';
import { writeOff } from './write-off.ts';

export interface BookingOptions {
  readonly store: AccountStore;
  readonly provider: PaymentProvider;
  /** Who bills. */
  readonly seller: Seller;
}

/**
 * Writes down money that moved without us, with what follows from it.
 * @returns whether it is written now; not, where it belongs to no invoice that it could be for
 */
export async function bookMovement(turn: Turn, movement: Movement, options: BookingOptions): Promise<boolean> {
  const { store, provider } = options;
  const { kind, reference, cents } = movement;
  return await store.change(turn, async (moment) => {
    const nothing = { account: moment.account, value: false };
    const invoice = await invoiceOf(moment.queries, turn, movement, provider.name);
    if (!invoice) return nothing;
    const { change, invoiceId } = await followUp({ turn, movement, moment, invoice, seller: options.seller });
    const given = { organisationId: turn.organisationId, invoiceId, kind, cents, provider: provider.name };
    await insertPayment(moment.queries, { ...given, reference, at: moment.now });
    const detail = { cents, invoice: invoice.id, reference };
    return {
      ...change,
      value: true,
      entry: { actor: provider.name, action: ACTIONS[kind], target: invoiceId, detail },
    };
  });
}

const ACTIONS = {
  payment: 'invoice.paid',
  refund: 'invoice.refunded',
  dispute: 'invoice.disputed',
  dispute_won: 'invoice.dispute_won',
} as const;

interface Booking {
  readonly turn: Turn;
  readonly movement: Movement;
  readonly moment: Moment;
  readonly invoice: InvoiceRow;
  readonly seller: Seller;
}

interface Followed {
  readonly change: Pick<Change<never>, 'account'>;
  /** What the money is booked on. */
  readonly invoiceId: string;
}

async function followUp(booking: Booking): Promise<Followed> {
  const { movement, moment, invoice } = booking;
  const cents = Math.abs(movement.cents);
  const told = (account: Account, kind: Notice['kind']) => ({
    account: { ...account, notices: [...account.notices, { kind, cents }] },
  });
  switch (movement.kind) {
    case 'payment':
      return { change: told(await paid(booking), 'paid'), invoiceId: invoice.id };
    case 'refund': {
      const note = await insertCreditNote(moment.queries, { seller: booking.seller, invoice, cents, at: moment.now });
      return { change: told(moment.account, 'refunded'), invoiceId: note.id };
    }
    case 'dispute':
      return { change: told(await disputed(booking), 'disputed'), invoiceId: invoice.id };
    case 'dispute_won':
      return { change: told(await won(booking), 'dispute_won'), invoiceId: invoice.id };
  }
}

/** The invoice that a movement is about; undefined: none that it could be for. */
async function invoiceOf(
  queries: Queries,
  { organisationId }: Turn,
  { kind, payment, invoiceId }: Movement,
  provider: string,
): Promise<InvoiceRow | undefined> {
  if (kind === 'payment') {
    return await queries
      .selectFrom('billing_invoices')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .where('id', '=', invoiceId ?? '')
      .where('status', 'in', ['open', 'uncollectible'])
      .executeTakeFirst();
  }
  const paid = await queries
    .selectFrom('billing_payments')
    .select('invoice_id')
    .where('organisation_id', '=', organisationId)
    .where('provider', '=', provider)
    .where('reference', '=', payment)
    .executeTakeFirst();
  return paid && (await readInvoice(queries, organisationId, paid.invoice_id));
}

async function paid({ turn, moment, invoice }: Booking): Promise<Account> {
  const { queries, account, now } = moment;
  await settleInvoice(queries, invoice, { status: 'paid', paidAt: now });
  if (account.owed !== invoice.id) return account;
  if (account.state === 'past_due') await setPlanEnd(queries, turn.organisationId, { endsAt: endOf(account) });
  return states.collected(account);
}

/** The plan ends, and what was used of it is on an invoice that nobody is charged for. */
async function disputed({ turn: { organisationId }, moment, seller }: Booking): Promise<Account> {
  const { queries, account, now } = moment;
  const after = states.disputed(account);
  if (!states.isRunning(account)) return after;
  await setPlanEnd(queries, organisationId, { endsAt: new Date(now), continues: false });
  if (account.owed !== undefined) {
    const owed = await readInvoice(queries, organisationId, account.owed);
    await settleInvoice(queries, owed, { status: 'uncollectible' });
  }
  await writeOff(queries, { organisationId, seller, account, now });
  return after;
}

/** The plan goes on when no bank holds anything any more, unless another has begun. */
async function won({ turn: { organisationId }, movement, moment }: Booking): Promise<Account> {
  const { queries, account, now } = moment;
  if ((await disputedCents(queries, organisationId)) > movement.cents) return account;
  const newest = await queries
    .selectFrom('subscriptions')
    .select('starts_at')
    .where('organisation_id', '=', organisationId)
    .orderBy('starts_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const isNewest = newest?.starts_at.getTime() === account.anchor;
  const after = isNewest ? states.disputeWon(account, now) : { ...account, disputed: false };
  if (after.state === 'active') await setPlanEnd(queries, organisationId, { endsAt: endOf(after) });
  return after;
}
