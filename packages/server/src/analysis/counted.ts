import type { KindName } from '@platen/analysis';
import { type Caller, isTest } from '../access/caller.ts';
import type { Cost, Metering } from '../credits/metering.ts';
import type { Refusal } from '../credits/refusals.ts';
import { limitExceeded } from './errors.ts';

export interface Counted<Value> {
  readonly metering: Metering;
  readonly now: () => number;
  readonly caller: Caller;
  /** Names the operation, if it has a name already. */
  readonly id: string | undefined;
  readonly type: KindName;
  /** Gives the text, and how many pages of a bank statement it has, if it is one. */
  read(): Promise<TextRead>;
  /** Whether the text is there already, so that reading it takes no time. */
  readonly isRead: boolean;
  readonly signal: AbortSignal;
  /** Whether this was counted before: then it is done, and takes nothing. */
  readonly repeated: boolean;
  run(text: string): Promise<Value>;
}

export interface TextRead {
  readonly text: string;
  /** Default: it is no bank statement. */
  readonly pages?: number | undefined;
}

/**
 * Counts an analysis as one operation when it has gone well: the operation and the pages are set aside before, and are
 * given back when it fails or its client leaves. Test keys take nothing. A document that is not there yet is read while
 * an operation is set aside, since how many pages it has is known then only.
 * @throws ApiError `ai_limit_exceeded` or `bank_pages_exceeded`, and what `run` throws
 */
export async function counted<Value>(options: Counted<Value>): Promise<Value> {
  const { metering, now, caller, id, type, signal, repeated, isRead, run } = options;
  if (repeated) return await run((await options.read()).text);
  const sandbox = isTest(caller);
  const needed = {
    caller,
    declared: costOf(undefined),
    refuse: (refusal: Refusal) => limitExceeded(refusal, { now: now() }),
  };
  const read = options.read.bind(options);
  const { text, pages } = isRead || sandbox ? await read() : await metering.whileThere(needed, read);
  const { value } = await metering.metered<Value>({
    ...(id === undefined ? {} : { id }),
    caller,
    declared: costOf(pages),
    sandbox,
    isLeft: () => signal.aborted,
    refuse: (refusal) => limitExceeded(refusal, { now: now(), pages }),
    run: async () => ({ value: await run(text), cost: costOf(pages), facts: { format: type } }),
  });
  return value;
}

const costOf = (pages: number | undefined): Cost => ({
  ai_operations: 1,
  ...(pages === undefined ? {} : { bank_pages: pages }),
});
