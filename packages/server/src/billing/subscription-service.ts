import type { AgreementContext } from '../credits/agreements.ts';
import { planLine } from '../credits/invoices.ts';
import { freeStart, insertPlan, setPlanEnd } from '../credits/plan-rows.ts';
import type { Catalogue } from '../credits/plans.ts';
import type { Subscriptions } from '../credits/subscriptions.ts';
import type { BillingInterval, Card, CardSetup, Collecting, Terms } from '../data/schema/billing.ts';
import { ApiError } from '../errors.ts';
import type { Account } from './account.ts';
import type { AccountStore, Moment, Turn } from './account-store.ts';
import type { DetailsStore } from './details.ts';
import { insertInvoice, readInvoice, settleInvoice } from './invoice-store.ts';
import { changeLines } from './lines.ts';
import type { PaymentProvider } from './provider.ts';
import { noteRefund } from './refunds.ts';
import type { Seller } from './seller.ts';
import * as states from './states.ts';
import { endOf, type Steps, termsOf } from './steps.ts';
import { claimTrial } from './trials.ts';
import { writeOff } from './write-off.ts';

/** A plan by its name. */
export interface PlanName {
  readonly plan: string;
  readonly billing: BillingInterval;
}

/** What a card is asked for with. */
export interface CardChoice {
  /** Where the provider is for trying: the number. */
  readonly card?: string;
  readonly returnUrl: string;
}

export interface Begin extends PlanName, CardChoice {
  readonly trial: boolean;
}

export interface SubscriptionServiceOptions {
  readonly store: AccountStore;
  readonly steps: Steps;
  readonly provider: PaymentProvider;
  readonly subscriptions: Subscriptions;
  readonly catalogue: Catalogue;
  readonly details: DetailsStore;
  readonly seller: Seller;
}

/** An account, and the time by the clock of its organisation. */
export interface AccountNow {
  readonly account: Account;
  readonly now: number;
}

/**
 * What people do with the subscription of their organisation. Whatever is due is done first, so that each answers to
 * what is so by now.
 */
export class SubscriptionService {
  readonly #options: SubscriptionServiceOptions;

  constructor(options: SubscriptionServiceOptions) {
    this.#options = options;
  }

  /**
   * Begins a plan, with its trial or with its first payment.
   * @throws ApiError `not_found` for a plan that there is not, `subscription_exists`, `billing_details_missing`, `trial_used`,
   *   `card_declined`, `billing_busy`, `payment_required` while the bank of a card holds a payment that it took back
   */
  async begin(context: AgreementContext, { plan, billing, trial, ...card }: Begin): Promise<AccountNow> {
    const choice = { ...this.#terms({ plan, billing }), trial };
    return await this.inTurn(context.organisationId, async (turn, { account }) => {
      if (states.isRunning(account)) throw new ApiError('subscription_exists');
      await this.#refuseUnknown(context.organisationId);
      await this.#refuseDisputed(context.organisationId);
      await this.#withCard(turn, { context, card, choice });
    });
  }

  /**
   * Goes on with a card that waited for the customer. Where that is done already nothing changes: the provider reports it too, and
   * the customer may have two tabs.
   * @throws ApiError `subscription_missing` when none waits and there is no plan, or it is not confirmed; `trial_used`, `card_declined`
   */
  async confirm(context: AgreementContext): Promise<AccountNow> {
    return await this.inTurn(context.organisationId, async (turn, { account }) => {
      const { setup } = account;
      if (setup === undefined && account.card !== undefined && states.isRunning(account)) return;
      const card = setup && (await this.#options.provider.confirmedCard(context.organisationId, setup.reference));
      if (!card) throw new ApiError('subscription_missing', { detail: 'No card waits to be confirmed.' });
      await this.#useCard(turn, { context, card, choice: setup.choice });
    });
  }

  /**
   * Another card. What is owed is charged to it at once.
   * @throws ApiError `subscription_missing`, `card_declined` when it is refused, or what is owed is
   */
  async replaceCard(context: AgreementContext, card: CardChoice): Promise<AccountNow> {
    return await this.inTurn(context.organisationId, async (turn, { account }) => {
      if (account.card === undefined) throw new ApiError('subscription_missing');
      await this.#withCard(turn, { context, card, choice: null });
    });
  }

  /**
   * Another plan, or another way of paying it: at once if it is larger, else when what is paid is over.
   * @throws ApiError `not_found`, `subscription_missing`, `payment_required` while something is owed, `card_declined`
   */
  async change(context: AgreementContext, choice: PlanName): Promise<AccountNow> {
    const to = this.#terms(choice);
    const { organisationId, actor } = context;
    return await this.inTurn(organisationId, async (turn, { account }) => {
      if (account.state === 'past_due') {
        throw new ApiError('payment_required', { detail: 'Pay what is owed first: replace the card.' });
      }
      if (account.state !== 'active' && account.state !== 'trialing') throw new ApiError('subscription_missing');
      const from = termsOf(account);
      const atOnce = account.state === 'active' && states.beginsAtOnce(from, to);
      const entry = {
        actor,
        action: 'subscription.changed',
        target: organisationId,
        detail: { plan: to.plan.name, billing: to.billing, at_once: atOnce },
      };
      if (atOnce) {
        const why = 'change';
        await this.#chargeFirst(turn, { why, terms: to, entry });
        return;
      }
      await this.#options.store.change(turn, async (moment) => {
        const isSame = from.plan.name === to.plan.name && from.billing === to.billing;
        const after = isSame ? states.resumed(moment.account) : states.changeChosen(moment.account, to);
        await setPlanEnd(moment.queries, organisationId, goesOn(after));
        return { account: after, value: undefined, entry };
      });
    });
  }

  /** Ends it with what is paid; doing it again changes nothing. @throws ApiError `subscription_missing` */
  async cancel({ organisationId, actor }: AgreementContext): Promise<AccountNow> {
    return await this.inTurn(organisationId, async (turn, { account }) => {
      if (account.state === 'none') throw new ApiError('subscription_missing');
      if (account.state === 'canceled' || account.endsWithPeriod) return;
      await this.#options.store.change(turn, async ({ queries, account: before, now }) => {
        const after = states.canceled(before, now);
        if (before.state === 'trialing') await setPlanEnd(queries, organisationId, { continues: false });
        else if (after.state !== 'canceled') await setPlanEnd(queries, organisationId, { endsAt: endOf(after) });
        else if (before.state === 'past_due') await setPlanEnd(queries, organisationId, { endsAt: new Date(now) });
        if (before.owed !== undefined && after.owed === undefined) {
          const invoice = await readInvoice(queries, organisationId, before.owed);
          await settleInvoice(queries, invoice, { status: 'uncollectible' });
          if (before.state === 'past_due') {
            await writeOff(queries, { organisationId, seller: this.#options.seller, account: before, now });
          }
        }
        return {
          account: after,
          value: undefined,
          entry: { actor, action: 'subscription.canceled', target: organisationId },
        };
      });
    });
  }

  /** It goes on after all, with the plan that it has. @throws ApiError `subscription_missing` when it is over */
  async resume({ organisationId, actor }: AgreementContext): Promise<AccountNow> {
    return await this.inTurn(organisationId, async (turn, { account }) => {
      if (!states.isRunning(account)) throw new ApiError('subscription_missing');
      if (!account.endsWithPeriod && account.next === undefined) return;
      await this.#options.store.change(turn, async ({ queries, account: before }) => {
        const after = states.resumed(before);
        await setPlanEnd(queries, organisationId, goesOn(after));
        return {
          account: after,
          value: undefined,
          entry: { actor, action: 'subscription.resumed', target: organisationId },
        };
      });
    });
  }

  /**
   * Gives back some of what was paid for an invoice. The plan stays as it is.
   * @throws ApiError `not_found`, `limit_reached`
   */
  async refund(
    context: AgreementContext,
    wanted: { readonly invoice: string; readonly cents: number },
  ): Promise<AccountNow> {
    const { store, seller } = this.#options;
    return await this.inTurn(context.organisationId, (turn) => noteRefund({ turn, store, seller }, context, wanted));
  }

  /** How it is now, when all that was due is done; as it was before, while that cannot be done. */
  async look(organisationId: string): Promise<AccountNow> {
    const { store } = this.#options;
    const seen = await store.read(organisationId);
    const step = states.stepOf(seen.account);
    if (step === undefined || step.at > seen.now) return seen;
    return await this.inTurn(organisationId, async () => {}).catch(async (error: unknown) => {
      // Who only looks is told what is known: the provider is away, or a payment takes its time.
      const isLater = error instanceof ApiError && ['billing_unavailable', 'billing_busy'].includes(error.code);
      if (!isLater) throw error;
      return await store.read(organisationId);
    });
  }

  /** Does something while nobody else changes the account, after what is due. */
  async inTurn(organisationId: string, work: (turn: Turn, state: AccountNow) => Promise<void>): Promise<AccountNow> {
    const { store, steps, subscriptions } = this.#options;
    const turn = await store.take(organisationId);
    try {
      await steps.settle(turn);
      await work(turn, await store.read(organisationId));
      await steps.settle(turn);
      return await store.read(organisationId);
    } finally {
      await store.giveBack(turn).catch(() => {});
      subscriptions.forget(organisationId);
    }
  }

  /** Where taxes are added, what they are depends on who pays. */
  async #refuseUnknown(organisationId: string): Promise<void> {
    const { details, seller } = this.#options;
    if (seller.taxes.length === 0 || (await details.read(organisationId)).details) return;
    throw new ApiError('billing_details_missing');
  }

  async #refuseDisputed(organisationId: string): Promise<void> {
    if ((await this.#options.store.disputedCents(organisationId)) <= 0) return;
    const detail = 'The bank of a card has taken a payment back. A plan can begin when the money is back.';
    throw new ApiError('payment_required', { detail });
  }

  #terms({ plan: name, billing }: PlanName): Terms {
    const { plans } = this.#options.catalogue;
    const plan = plans.find((each) => each.name === name);
    if (plan) return { plan, billing };
    const names = plans.map((each) => each.name).join(', ');
    throw new ApiError('not_found', { detail: `There is no plan "${name.slice(0, 50)}". Plans: ${names}.` });
  }

  async #withCard(
    turn: Turn,
    {
      context,
      card: { card: number, returnUrl },
      choice,
    }: { readonly context: AgreementContext; readonly card: CardChoice; readonly choice: CardSetup['choice'] },
  ): Promise<void> {
    const { provider, store } = this.#options;
    const { organisationId, actor } = context;
    const before = (await store.read(organisationId)).account.card;
    const answer = await provider.setUpCard({ organisationId, number, card: before, returnUrl });
    if ('declined' in answer) throw new ApiError('card_declined');
    if ('card' in answer) return await this.#useCard(turn, { context, card: answer.card, choice });
    await store.change(turn, async ({ account }) => ({
      account: {
        ...account,
        state: choice ? 'incomplete' : account.state,
        setup: { ...answer, choice },
      },
      value: undefined,
      entry: { actor, action: 'card.requested', target: organisationId },
    }));
  }

  /** Keeps a card, charges what is owed, and begins what was chosen. */
  async #useCard(
    turn: Turn,
    {
      context: { organisationId, actor },
      card,
      choice,
    }: { readonly context: AgreementContext; readonly card: Card; readonly choice: CardSetup['choice'] },
  ): Promise<void> {
    const { store, steps } = this.#options;
    const { last4 } = card;
    const { owed } = await store.change(turn, async ({ account }) => {
      const kept = { ...account, card, setup: undefined };
      const collecting = account.owed && ({ invoice: account.owed, why: 'card' } as const);
      return {
        account: collecting ? states.collectingBegun(kept, collecting) : kept,
        value: kept,
        entry: { actor, action: 'card.changed', target: organisationId, detail: { last4 } },
      };
    });
    if (owed !== undefined) {
      await steps.settle(turn);
      if ((await store.read(organisationId)).account.owed !== undefined) throw new ApiError('card_declined');
    }
    if (choice === null) return;
    const { trial, ...terms } = choice;
    const entry = {
      actor,
      action: 'subscription.begun',
      target: organisationId,
      detail: { plan: terms.plan.name, billing: terms.billing, trial },
    };
    if (!trial) return await this.#chargeFirst(turn, { why: 'start', terms, entry });
    await store.change(turn, async ({ queries, account, now }) => {
      await claimTrial(queries, { organisationId, card, at: now });
      const startsAt = await freeStart(queries, organisationId, now);
      const at = startsAt.getTime();
      const after = states.trialBegun(account, { ...terms, at }, this.#options.catalogue.trial.days);
      const trialEndsAt = new Date(after.trialEndsAt ?? at);
      await insertPlan(queries, { organisationId, ...terms, startsAt, trialEndsAt, continues: true });
      return { account: after, value: undefined, entry };
    });
  }

  /** Charges for what begins at once, which it does only if that goes well. */
  async #chargeFirst(
    turn: Turn,
    {
      why,
      terms,
      entry,
    }: { readonly why: Collecting['why']; readonly terms: Terms; readonly entry: { actor: string; action: string } },
  ): Promise<void> {
    const { store, steps, seller } = this.#options;
    const { organisationId } = turn;
    const id = await store.change(turn, async ({ queries, account, now }) => {
      // The plan begins when its invoice is made, once that is paid: at an instant that no plan before it has.
      const at = (await freeStart(queries, organisationId, now)).getTime();
      const lines = await this.#firstLines(turn, { queries, account, now: at }, { why, terms });
      const invoice = await insertInvoice(queries, { organisationId, seller, lines, at, intent: terms });
      const begun = states.collectingBegun({ ...account, state: startState(account) }, { invoice: invoice.id, why });
      return { account: begun, value: invoice.id, entry };
    });
    await steps.settle(turn);
    const { invoice } = await store.invoice(organisationId, id);
    if (invoice.status !== 'paid') throw new ApiError('card_declined');
  }

  async #firstLines(
    { organisationId }: Turn,
    { queries, account, now: at }: Moment,
    { why, terms }: { readonly why: Collecting['why']; readonly terms: Terms },
  ) {
    if (why !== 'change') return [planLine(terms)];
    const { anchor = at, since = at } = account;
    return await changeLines(queries, organisationId, { from: termsOf(account), to: terms, anchor, since, at });
  }
}

const startState = ({ state }: Account): Account['state'] => (state === 'active' ? 'active' : 'incomplete');

/** When a plan ends that has been chosen to go on, or not to. */
const goesOn = (account: Account) => (account.state === 'trialing' ? { continues: true } : { endsAt: endOf(account) });
