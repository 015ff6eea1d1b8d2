import { setTimeout as sleep } from 'node:timers/promises';
import type { Payer } from '../access/caller.ts';
import { quotaHeaders } from '../access/quota-headers.ts';
import { type Quota, RateLimit } from '../access/rate-limit.ts';
import type { SharedLimits } from '../access/shared-limits.ts';
import type { Clock } from '../clock.ts';
import type { Billing } from '../config/config.ts';
import { newId } from '../data/ids.ts';
import { type Plan, POOLS, type Pool } from '../data/schema/plan.ts';
import { ApiError } from '../errors.ts';
import type { Holder } from './holder.ts';
import type { Captured, Job, JobFacts, PoolState, Shortage } from './ledger.ts';
import { type Limits, limitsOf } from './limits.ts';
import type { Catalogue } from './plans.ts';
import { type Refusal, refusalOf } from './refusals.ts';
import type { Subscriptions } from './subscriptions.ts';

/** What a piece of work takes from each pool. Default of each: nothing. */
export type Cost = Readonly<Partial<Record<Pool, number>>>;

/** What came of a piece of work. */
export interface Outcome<Value> {
  readonly value: Value;
  readonly cost: Cost;
  /** What usage is grouped by. */
  readonly facts?: JobFacts;
}

export interface Work<Value> {
  /** Names it, if it is done for an Idempotency-Key: then it is charged only while the key is still held for it. */
  readonly id?: string;
  readonly caller: Payer;
  /** What it is known to cost before it begins, and has to be there. */
  readonly declared: Cost;
  /** Free of charge, at a slow pace. */
  readonly sandbox?: boolean;
  /** Whether the client has gone: then it costs nothing. Default: never. */
  readonly isLeft?: () => boolean;
  /** What a shortage is answered with. Default: `credits_exhausted`. */
  readonly refuse?: (refusal: Refusal) => Error;
  /** Whether it may begin while that is set aside, if its caller had enough a moment ago. Default: no. */
  readonly mayBegin?: boolean;
  /** @param job.signal is set off when it began and there is too little for it: nobody will have what it makes */
  run(job: { readonly id: string; readonly signal?: AbortSignal }): Promise<Outcome<Value>>;
}

/** What has to be there for work that takes nothing itself. */
export type Needed = Pick<Work<unknown>, 'caller' | 'declared' | 'refuse'>;

/** What was charged. */
export interface Receipt {
  readonly jobId: string;
  readonly sandbox: boolean;
  /** Credits that the results cost. */
  readonly cost: number;
  /** Credits that were charged for them. */
  readonly used: number;
  /** Credits that the period still includes; absent if there is no limit, or nothing was counted. */
  readonly remaining?: number;
}

export interface MeteringOptions {
  readonly holder: Holder;
  readonly subscriptions: Subscriptions;
  readonly catalogue: Catalogue;
  readonly billing: Billing;
  /** Sandbox work of one caller in a minute; 0 sets no limit. */
  readonly sandboxRate: number;
  /** Counts sandbox work over all servers. Default: this process counts its own, as it does while they are silent. */
  readonly sharedLimits?: Pick<SharedLimits, 'take'> | undefined;
  readonly clock: Clock;
}

/** Milliseconds for which a caller that had enough counts as one that has. */
const TRUSTED = 60_000;
/** Callers that are remembered to have had enough. */
const MOST_TRUSTED = 10_000;

/**
 * Milliseconds that work has which may begin, until its credits are set aside. The embedded database takes the processor of this process: a document of one
 * page is laid out by then, and Chromium prints it meanwhile.
 */
const HEAD_START = 8;

/** Name of the quota of free work, in headers. */
const SANDBOX_POLICY = 'sandbox';

/** Work that costs: what it needs is set aside before, and what it has cost is taken when it has gone well. */
export class Metering {
  readonly #holder: Holder;
  readonly #subscriptions: Subscriptions;
  readonly #catalogue: Catalogue;
  readonly #billing: Billing;
  readonly #sandboxRate: RateLimit | undefined;
  readonly #sharedLimits: MeteringOptions['sharedLimits'];
  readonly #clock: Clock;
  /** When callers last had enough, as `performance.now()` has it. */
  readonly #trusted = new Map<string, number>();

  constructor({ holder, subscriptions, catalogue, billing, sandboxRate, sharedLimits, clock }: MeteringOptions) {
    this.#holder = holder;
    this.#subscriptions = subscriptions;
    this.#catalogue = catalogue;
    this.#billing = billing;
    this.#sandboxRate = sandboxRate > 0 ? new RateLimit({ limit: sandboxRate, clock }) : undefined;
    this.#sharedLimits = sharedLimits;
    this.#clock = clock;
  }

  /** What an organisation may use now. */
  async limitsOf(organisationId: string): Promise<Limits> {
    const agreement = await this.#subscriptions.of(organisationId);
    return limitsOf(agreement, { catalogue: this.#catalogue, billing: this.#billing, now: this.#clock.now() });
  }

  /** What its plan allows each of its keys; undefined without a plan. */
  async quotasOf(organisationId: string): Promise<Plan | undefined> {
    const { status, subscription } = await this.limitsOf(organisationId);
    return status === 'unpaid' ? undefined : subscription?.plan;
  }

  /**
   * Does a piece of work. What fails, is given up, or turns out dearer than may be used costs nothing, and what it
   * made is not delivered.
   * @throws ApiError `payment_required` without a plan that is paid, `credits_exhausted` (or what `refuse` gives), and
   *   whatever the work throws
   */
  async metered<Value>(work: Work<Value>): Promise<{ readonly value: Value; readonly receipt: Receipt }> {
    const { id = newId('job') } = work;
    if (work.sandbox) return await this.#inSandbox(id, work);
    const { caller, run, refuse = refusalOf } = work;
    const withdrawn = new AbortController();
    const begun = work.mayBegin && this.#isTrusted(caller) ? run({ id, signal: withdrawn.signal }) : undefined;
    // Looked at once it is known whether there is enough for it.
    begun?.catch(() => {});
    if (begun) await Promise.race([sleep(HEAD_START), begun]);
    const start = await this.#setAside(id, work).catch((error: unknown) => {
      withdrawn.abort(error);
      throw error;
    });
    return await this.#orRelease(start.job, async () => {
      const { value, cost, facts } = await (begun ?? run({ id }));
      if (work.isLeft?.()) throw new ApiError('canceled');
      const end = await this.#job(id, caller, cost, start.limits);
      const { ledger } = this.#holder;
      const captured = await (work.id === undefined
        ? ledger.capture(end.job, facts)
        : ledger.captureHeld(end.job, facts));
      // Whoever took over has done it again; their answer is the one that is kept.
      if (captured === 'lost') throw new ApiError('idempotency_in_progress');
      if ('refused' in captured) throw refuse(explained(captured, end));
      const used = cost.credits ?? 0;
      return { value, receipt: { jobId: id, sandbox: false, cost: used, used, ...remainingIn(captured) } };
    });
  }

  /** @throws ApiError when there is too little */
  async #setAside(id: string, { caller, declared, refuse = refusalOf }: Needed): Promise<MeteredJob> {
    const name = nameOf(caller);
    try {
      const start = await this.#job(id, caller, declared);
      const shortage = await this.#orRelease(start.job, () => this.#holder.ledger.reserve(start.job));
      if (shortage) throw refuse(explained(shortage, start));
      if (this.#trusted.size >= MOST_TRUSTED) this.#trusted.clear();
      this.#trusted.set(name, performance.now());
      return start;
    } catch (error) {
      this.#trusted.delete(name);
      throw error;
    }
  }

  #isTrusted(caller: Payer): boolean {
    const since = this.#trusted.get(nameOf(caller));
    return since !== undefined && performance.now() - since < TRUSTED;
  }

  /**
   * Sets something aside while other work is done, and gives it back: whoever has it no longer does not begin.
   * @throws ApiError as `metered` does
   */
  async whileThere<Value>(
    { caller, declared, refuse = refusalOf }: Needed,
    work: () => Promise<Value>,
  ): Promise<Value> {
    const { job, limits } = await this.#job(newId('job'), caller, declared);
    const shortage = await this.#orRelease(job, () => this.#holder.ledger.reserve(job));
    if (shortage) throw refuse(explained(shortage, { limits }));
    try {
      return await work();
    } finally {
      await this.#holder.release(job);
    }
  }

  /** What work takes at this instant, for those who set it aside and take it together with something of theirs. */
  async shareOf(id: string, caller: Payer, cost: Cost): Promise<MeteredJob> {
    return await this.#job(id, caller, cost);
  }

  /** The answer to work that there is too little for. */
  refusal(shortage: Shortage, share: MeteredJob): Error {
    return refusalOf(explained(shortage, share));
  }

  /** Free work of one caller in a minute; undefined without a limit. */
  get sandboxLimit(): number | undefined {
    return this.#sandboxRate?.limit;
  }

  /** Counts free work of a caller. @throws ApiError `rate_limited` */
  async admitSandbox(caller: Payer): Promise<void> {
    const rate = this.#sandboxRate;
    if (!rate) return;
    const { admitted, quota } = await this.#takeSandbox(rate, caller.id);
    if (admitted) return;
    throw new ApiError('rate_limited', {
      detail: `Sandbox requests are limited to ${rate.limit} a minute. Wait for the seconds in Retry-After.`,
      retryAfter: quota.nextIn / 1_000,
      violatedPolicy: SANDBOX_POLICY,
      // In place of those of all requests, of which there may be many left.
      headers: quotaHeaders({ rate: { limit: rate.limit, quota, name: SANDBOX_POLICY }, now: this.#clock.now() }),
    });
  }

  async #takeSandbox(rate: RateLimit, caller: string): Promise<{ readonly admitted: boolean; readonly quota: Quota }> {
    const shared = await this.#sharedLimits?.take(`${SANDBOX_POLICY} ${caller}`, { rate: rate.limit, concurrency: 0 });
    shared?.release?.();
    if (shared) return { admitted: shared.refused === undefined, quota: shared.rate };
    return { admitted: rate.take(caller), quota: rate.look(caller) };
  }

  async #inSandbox<Value>(id: string, { caller, run }: Work<Value>) {
    await this.admitSandbox(caller);
    const { value, cost } = await run({ id });
    return { value, receipt: { jobId: id, sandbox: true, cost: cost.credits ?? 0, used: 0 } };
  }

  /**
   * The job at this instant: what it takes counts in the period that is running when it is taken. Work that began while
   * there was a plan is finished under it.
   */
  async #job(id: string, caller: Payer, cost: Cost, begun?: Limits): Promise<MeteredJob> {
    const { organisationId } = caller;
    const now = await this.limitsOf(organisationId);
    const limits = now.status === 'unpaid' ? begun : now;
    if (limits === undefined) throw new ApiError('payment_required');
    const shares = POOLS.flatMap((pool) => {
      const units = cost[pool];
      return units === undefined ? [] : [{ ...limits.pools[pool], units }];
    });
    const key = caller.kind === 'key' ? { id: caller.id, cap: caller.monthlyCreditCap } : undefined;
    return { job: { id, organisationId, key, at: now.at, shares }, limits };
  }

  async #orRelease<Value>(job: Job, work: () => Promise<Value>): Promise<Value> {
    try {
      return await work();
    } catch (error) {
      await this.#holder.release(job);
      throw error;
    }
  }
}

/** Work, and the limits that it counts against. */
export interface MeteredJob {
  readonly job: Job;
  readonly limits: Limits;
}

const nameOf = ({ organisationId, kind, id }: Payer): string => `${organisationId} ${kind} ${id}`;

function explained(shortage: Shortage, { limits }: Pick<MeteredJob, 'limits'>): Refusal {
  const { refused, used, reserved } = shortage;
  const pool = limits.pools[refused === 'key' ? 'credits' : refused];
  const limit = refused === 'key' ? (shortage.cap ?? 0) : (pool.included ?? 0);
  return { ...shortage, limit, remaining: Math.max(0, limit - used - reserved), resetsAt: pool.end, limits };
}

function remainingIn(captured: Captured): { readonly remaining?: number } {
  const credits: PoolState | undefined =
    'pools' in captured ? captured.pools.find(({ pool }) => pool === 'credits') : undefined;
  if (credits === undefined || credits.included === null) return {};
  return { remaining: Math.max(0, credits.included - credits.used) };
}
