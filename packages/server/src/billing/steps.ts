import { priceOf, roundedCents } from '../credits/invoices.ts';
import { freeStart, insertPlan, setPlanEnd } from '../credits/plan-rows.ts';
import type { Subscriptions } from '../credits/subscriptions.ts';
import type { Collecting, Notice, Terms } from '../data/schema/billing.ts';
import type { Account } from './account.ts';
import type { AccountStore, Change, Moment, Turn } from './account-store.ts';
import { readDetails } from './details.ts';
import {
  type InvoiceRow,
  insertInvoice,
  insertPayment,
  issueInvoice,
  readInvoice,
  settleInvoice,
} from './invoice-store.ts';
import { monthLines, totalOf } from './lines.ts';
import type { BillingEmails } from './notices.ts';
import { type ChargeAnswer, LEAST_CENTS, type PaymentProvider } from './provider.ts';
import type { Seller } from './seller.ts';
import * as states from './states.ts';
import { taxCents, taxFor } from './tax.ts';
import { writeOff } from './write-off.ts';

export interface StepsOptions {
  readonly store: AccountStore;
  readonly provider: PaymentProvider;
  readonly subscriptions: Subscriptions;
  /** Default: emails wait for a process that sends some. */
  readonly emails?: BillingEmails;
  /** Who bills. */
  readonly seller: Seller;
}

/** Micro-steps of one catch-up: more would mean that one of them leads nowhere. */
const MOST = 1_000;

/** Terms that an account has; it has them as soon as something was begun. */
export function termsOf({ plan, billing }: Account): Terms {
  if (plan === undefined || billing === undefined) throw new Error('There is no plan.');
  return { plan, billing };
}

/** What happens by itself: reminders, renewals, charges, further tries, ends. */
export class Steps {
  readonly #options: StepsOptions;

  constructor(options: StepsOptions) {
    this.#options = options;
  }

  /** Does all that is due. What was begun by a process that is gone is ended first. */
  async settle(turn: Turn): Promise<void> {
    const { store, subscriptions } = this.#options;
    for (let done = 0; done < MOST; done += 1) {
      const { account, now } = await store.read(turn.organisationId);
      const step = states.stepOf(account);
      if (step === undefined || step.at > now) return await this.#notify(turn, account);
      await this.#do(turn, { account, step });
      subscriptions.forget(turn.organisationId);
    }
    throw new Error('A subscription does not come to rest.');
  }

  async #do(turn: Turn, { account, step }: { readonly account: Account; readonly step: states.Step }): Promise<void> {
    const { store } = this.#options;
    const { collecting, owed } = account;
    if (step.kind === 'collect' && collecting) return await this.#collect(turn, { account, collecting });
    await store.change(turn, async (moment) => {
      // Another process may have done it while this one waited for the row.
      if (states.stepOf(moment.account)?.kind !== step.kind) return { account: moment.account, value: undefined };
      if (step.kind === 'remind') return await reminded(turn, moment, this.#options.seller);
      if (step.kind === 'retry' && owed !== undefined) {
        return { account: states.collectingBegun(moment.account, { invoice: owed, why: 'retry' }), value: undefined };
      }
      return await this.#bill(turn, moment, step);
    });
  }

  /** Ends a month, and begins the next one or nothing. */
  async #bill(
    { organisationId }: Turn,
    { queries, account, now }: Moment,
    { kind, at }: states.Step,
  ): Promise<Change<undefined>> {
    const { next, since = at } = account;
    const isEnd = kind === 'end';
    const renews = !isEnd && states.renewsAtMonthEnd(account);
    const terms = renews ? (next ?? termsOf(account)) : undefined;
    const due = await monthLines(queries, organisationId, { terms, since, before: at });
    // Less than a card can be charged waits for the next invoice, and is given away when there is none.
    const lines = terms === undefined && totalOf(due) < LEAST_CENTS ? [] : due;
    const after = isEnd ? states.ended(account) : states.monthBilled(account);
    const begins = terms && (account.state === 'trialing' || next);
    if (begins) {
      const startsAt = await freeStart(queries, organisationId, at);
      await insertPlan(queries, { organisationId, ...terms, startsAt });
    }
    const notices: Notice[] = isEnd ? [{ kind: 'ended' }] : [];
    const told = { ...after, notices: [...account.notices, ...notices] };
    const ending = isEnd ? { actor: 'system', action: 'subscription.ended', target: organisationId } : undefined;
    if (lines.length === 0) return { account: told, value: undefined, entry: ending };
    const invoice = await insertInvoice(queries, { organisationId, seller: this.#options.seller, lines, at: now });
    const collecting: Collecting = { invoice: invoice.id, why: isEnd ? 'final' : 'renewal' };
    return {
      account: invoice.total_cents > 0 ? states.collectingBegun(told, collecting) : told,
      value: undefined,
      entry: ending ?? issued(invoice),
    };
  }

  /** Charges an invoice. The charge has a key of its own, so that one is made also when this is done again. */
  async #collect(
    turn: Turn,
    { account, collecting }: { readonly account: Account; readonly collecting: Collecting },
  ): Promise<void> {
    const { store, provider } = this.#options;
    const { organisationId } = turn;
    const { invoice, lines, payment } = await store.invoice(organisationId, collecting.invoice);
    if (payment !== undefined) return await this.#refund(turn, { invoice, payment });
    const answer: ChargeAnswer = account.card
      ? await provider.charge({
          organisationId,
          invoiceId: invoice.id,
          attempt: invoice.attempts + 1,
          cents: invoice.total_cents,
          card: account.card,
          lines,
        })
      : { paid: false };
    await store.change(turn, async (moment) => {
      const isMine = moment.account.collecting?.invoice === collecting.invoice;
      if (!isMine) return { account: moment.account, value: undefined };
      const current = await readInvoice(moment.queries, organisationId, invoice.id);
      return answer.paid
        ? await this.#paid(turn, { ...moment, invoice: current, reference: answer.reference })
        : await this.#refused(turn, { ...moment, invoice: current, why: collecting.why });
    });
  }

  async #refund(
    turn: Turn,
    { invoice, payment }: { readonly invoice: InvoiceRow; readonly payment: string },
  ): Promise<void> {
    const { store, provider } = this.#options;
    const { organisationId } = turn;
    const { id, total_cents: cents } = invoice;
    const reference = await provider.refund({ organisationId, id, payment, cents: -cents });
    await store.change(turn, async ({ queries, account, now: at }) => {
      if (account.collecting?.invoice !== id) return { account, value: undefined };
      const after = { ...account, collecting: undefined };
      if (reference === undefined) {
        await settleInvoice(queries, invoice, { status: 'uncollectible', answered: true });
        const entry = { actor: 'system', action: 'invoice.refund_failed', target: id, detail: { cents } };
        return { account: after, value: undefined, entry };
      }
      const given = { organisationId, invoiceId: id, kind: 'refund', cents, provider: provider.name } as const;
      await insertPayment(queries, { ...given, reference, at });
      const notice: Notice = { kind: 'refunded', cents: -cents };
      return { account: { ...after, notices: [...account.notices, notice] }, value: undefined };
    });
  }

  async #paid(
    { organisationId }: Turn,
    {
      queries,
      account,
      now,
      invoice,
      reference,
    }: Moment & { readonly invoice: InvoiceRow; readonly reference: string },
  ): Promise<Change<undefined>> {
    const { name: provider } = this.#options.provider;
    const { id: invoiceId, total_cents: cents, intent } = invoice;
    await issueInvoice(queries, organisationId, { id: invoiceId, at: now });
    await insertPayment(queries, { organisationId, invoiceId, kind: 'payment', cents, provider, reference, at: now });
    await settleInvoice(queries, invoice, { status: 'paid', paidAt: now, answered: true });
    const notices: readonly Notice[] = [...account.notices, { kind: 'paid', cents }];
    const entry = { actor: 'system', action: 'invoice.paid', target: invoiceId, detail: { cents } };
    if (intent) {
      // From the instant that it was counted for, to the millisecond.
      const at = invoice.made_at.getTime();
      await insertPlan(queries, { organisationId, ...intent, startsAt: invoice.made_at });
      return { account: { ...states.planBegun(account, { ...intent, at }), notices }, value: undefined, entry };
    }
    if (account.state === 'past_due') await setPlanEnd(queries, organisationId, { endsAt: endOf(account) });
    return { account: { ...states.collected(account), notices }, value: undefined, entry };
  }

  async #refused(
    { organisationId }: Turn,
    { queries, account, now, invoice, why }: Moment & { readonly invoice: InvoiceRow; readonly why: Collecting['why'] },
  ): Promise<Change<undefined>> {
    const { id, total_cents: cents } = invoice;
    const entry = { actor: 'system', action: 'invoice.payment_failed', target: id, detail: { cents } };
    if (invoice.status === 'draft') {
      await settleInvoice(queries, invoice, { status: 'void', answered: true });
      return { account: { ...account, collecting: undefined }, value: undefined, entry };
    }
    if (why === 'closing') {
      // The organization goes, so nobody tries again.
      await settleInvoice(queries, invoice, { status: 'uncollectible', answered: true });
      return { account: { ...account, collecting: undefined }, value: undefined, entry };
    }
    const failed = states.uncollected(account, { at: now, invoice: id, why });
    const isGivenUp = states.isGivenUp(failed);
    const after = isGivenUp ? states.givenUp(failed, now) : failed;
    await settleInvoice(queries, invoice, { status: isGivenUp ? 'uncollectible' : undefined, answered: true });
    if (failed.state === 'past_due' && !states.isPaidFor(failed, now)) {
      await setPlanEnd(queries, organisationId, { endsAt: new Date((failed.failedAt ?? now) + states.GRACE) });
    }
    if (isGivenUp && after.state === 'active') await stopOverage(queries, organisationId, now);
    if (isGivenUp && after.state === 'canceled' && account.state !== 'canceled') {
      await writeOff(queries, { organisationId, seller: this.#options.seller, account, now });
    }
    const kind = isGivenUp ? (after.state === 'active' ? 'overage_off' : 'lapsed') : 'payment_failed';
    const next = states.stepOf(after);
    const notice = {
      kind,
      cents,
      ...(kind === 'payment_failed' && next ? { at: new Date(next.at).toISOString() } : {}),
    };
    return { account: { ...after, notices: [...account.notices, notice as Notice] }, value: undefined, entry };
  }

  /** Sends emails that are to be sent. They stay until they are safe. */
  async #notify(turn: Turn, { notices }: Account): Promise<void> {
    const { emails } = this.#options;
    if (notices.length === 0 || !emails) return;
    await emails.send(turn.organisationId, notices);
    await this.#options.store.change(turn, async ({ account }) => ({
      account: { ...account, notices: account.notices.slice(notices.length) },
      value: undefined,
    }));
  }
}

/** The email has what is charged: the price, and the tax on it. */
async function reminded(
  { organisationId }: Turn,
  { queries, account }: Moment,
  seller: Seller,
): Promise<Change<undefined>> {
  const { trialEndsAt = 0, next } = account;
  const net = roundedCents(priceOf(next ?? termsOf(account)));
  const notice: Notice = {
    kind: 'trial_ending',
    cents: net + taxCents(net, taxFor(seller, await readDetails(queries, organisationId))),
    at: new Date(trialEndsAt).toISOString(),
  };
  return { account: { ...account, reminded: true, notices: [...account.notices, notice] }, value: undefined };
}

const issued = ({ id, total_cents: cents }: InvoiceRow) => ({
  actor: 'system',
  action: 'invoice.issued',
  target: id,
  detail: { cents },
});

/** When a plan ends as far as it is known. */
export const endOf = (account: Account): Date | null =>
  account.endsWithPeriod ? new Date(states.paidUntil(account)) : null;

async function stopOverage(queries: Moment['queries'], organisationId: string, now: number): Promise<void> {
  const set = { overage_ceiling: 0, updated_at: new Date(now) };
  await queries
    .insertInto('credit_settings')
    .values({ organisation_id: organisationId, ...set })
    .onConflict((conflict) => conflict.column('organisation_id').doUpdateSet(set))
    .execute();
}
