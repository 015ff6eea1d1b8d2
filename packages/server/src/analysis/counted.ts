import { type Caller, isTest } from '../access/caller.ts';
import type { Cost, Metering } from '../credits/metering.ts';
import { limitExceeded } from './errors.ts';
import type { AnalysisType } from './types.ts';

export interface Counted<Value> {
  readonly metering: Metering;
  readonly now: () => number;
  readonly caller: Caller;
  /** Names the operation, if it has a name already. */
  readonly id: string | undefined;
  readonly type: AnalysisType;
  /** Pages of a bank statement, if they are known already. */
  readonly pages?: number | undefined;
  readonly signal: AbortSignal;
  /** Whether this was counted before: then it is done, and takes nothing. */
  readonly repeated: boolean;
  /** @returns what came of it, and how many pages of a bank statement it had */
  run(): Promise<{ readonly value: Value; readonly pages?: number | undefined }>;
}

/**
 * Counts an analysis as one operation when it has gone well: the operation and the pages are set aside before, and are
 * given back when it fails or its client leaves. Test keys take nothing.
 * @throws ApiError `ai_limit_exceeded` or `bank_pages_exceeded`, and what `run` throws
 */
export async function counted<Value>(options: Counted<Value>): Promise<Value> {
  const { metering, now, caller, id, type, pages, signal, repeated, run } = options;
  if (repeated) return (await run()).value;
  const { value } = await metering.metered<Value>({
    ...(id === undefined ? {} : { id }),
    caller,
    declared: costOf(pages),
    sandbox: isTest(caller),
    isLeft: () => signal.aborted,
    refuse: (refusal) => limitExceeded(refusal, now()),
    run: async () => {
      const done = await run();
      return { value: done.value, cost: costOf(done.pages), facts: { format: type } };
    },
  });
  return value;
}

const costOf = (pages: number | undefined): Cost => ({
  ai_operations: 1,
  ...(pages === undefined ? {} : { bank_pages: pages }),
});
