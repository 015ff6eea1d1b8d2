import type { ChargeAnswer, ChargeRequest, Movement, PaymentProvider, RefundRequest } from '../billing/provider.ts';
import type { TestProvider } from '../billing/test-provider.ts';

/**
 * A provider whose next answer may get lost, before it has done anything or after, and where money moves that we did not
 * ask for: refunds in its dashboard, and disputes.
 */
export class LossyProvider implements PaymentProvider {
  readonly name = 'test';
  readonly #real: TestProvider;
  readonly #refunds = new Map<string, RefundRequest>();
  lose: 'before' | 'after' | undefined;
  /** What moved without us. */
  readonly outside: Movement[] = [];

  constructor(real: TestProvider) {
    this.#real = real;
  }

  readonly setUpCard: PaymentProvider['setUpCard'] = (request) => this.#real.setUpCard(request);
  readonly confirmedCard: PaymentProvider['confirmedCard'] = (id, reference) => this.#real.confirmedCard(id, reference);

  charge(request: ChargeRequest): Promise<ChargeAnswer> {
    return this.#lossy(() => this.#real.charge(request));
  }

  refund(request: RefundRequest): Promise<string | undefined> {
    return this.#lossy(async () => {
      if (!this.#refunds.has(request.id) && request.cents > (await this.left(request.payment))) return undefined;
      this.#refunds.set(request.id, request);
      return await this.#real.refund(request);
    });
  }

  async movementsOf(payment: string): Promise<readonly Movement[]> {
    const paid = await this.#real.movementsOf(payment);
    const ours = [...this.#refunds.values()]
      .filter((refund) => refund.payment === payment)
      .map(({ id, cents }): Movement => ({ kind: 'refund', reference: id, payment, cents: -cents }));
    return [...paid, ...ours, ...this.outside.filter((movement) => movement.payment === payment)];
  }

  async *moved(since: number): AsyncIterable<Movement> {
    // As a list is: newest first, in no order that would help.
    yield* [...this.outside].reverse();
    yield* this.#real.moved(since);
  }

  /** Cents of a payment that have not gone back. */
  async left(payment: string): Promise<number> {
    return (await this.movementsOf(payment)).reduce((sum, { cents }) => sum + cents, 0);
  }

  /** Moves money of a payment. @returns whether it could be */
  async move(kind: 'refund' | 'dispute' | 'dispute_won', payment: string, wanted: number): Promise<boolean> {
    const all = this.outside.filter((movement) => movement.payment === payment);
    const held = all
      .filter((movement) => movement.kind.startsWith('dispute'))
      .reduce((sum, { cents }) => sum - cents, 0);
    const left = await this.left(payment);
    const cents = kind === 'dispute_won' ? held : kind === 'dispute' ? -left : -wanted;
    if (cents === 0 || left + cents < 0 || (kind === 'refund' && held > 0)) return false;
    this.outside.push({ kind, reference: `out_${this.outside.length}:${payment}`, payment, cents });
    return true;
  }

  async #lossy<Value>(work: () => Promise<Value>): Promise<Value> {
    const { lose } = this;
    this.lose = undefined;
    if (lose === 'before') throw new Error('lost');
    const value = await work();
    if (lose === 'after') throw new Error('lost');
    return value;
  }
}
