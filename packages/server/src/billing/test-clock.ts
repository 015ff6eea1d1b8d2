import type { Subscriptions } from '../credits/subscriptions.ts';
import type { Queries } from '../data/database.ts';
import type { AccountStore, Turn } from './account-store.ts';
import { stepOf } from './states.ts';
import type { Steps } from './steps.ts';

export interface TestClockOptions {
  readonly store: AccountStore;
  readonly steps: Steps;
  readonly subscriptions: Subscriptions;
}

/**
 * Moves the clock of one organisation forward. Everything that would have happened on the way happens at its own
 * instant. Others keep their time.
 */
export async function moveClock(turn: Turn, to: number, { store, steps, subscriptions }: TestClockOptions) {
  const { organisationId } = turn;
  for (;;) {
    const { account, now } = await store.read(organisationId);
    if (now >= to) return;
    const step = stepOf(account);
    const next = Math.min(to, step ? Math.max(step.at, now + 1) : to);
    await store.change(turn, async ({ queries, account: same, now: before }) => {
      await addShift(queries, organisationId, Math.max(0, next - before));
      return { account: same, value: undefined };
    });
    subscriptions.forget(organisationId);
    await steps.settle(turn);
  }
}

async function addShift(queries: Queries, organisationId: string, milliseconds: number): Promise<void> {
  const updated_at = new Date();
  await queries
    .insertInto('credit_settings')
    .values({ organisation_id: organisationId, overage_ceiling: null, clock_shift: milliseconds, updated_at })
    .onConflict((conflict) =>
      conflict.column('organisation_id').doUpdateSet((row) => ({
        clock_shift: row('credit_settings.clock_shift', '+', milliseconds),
        updated_at,
      })),
    )
    .execute();
}
