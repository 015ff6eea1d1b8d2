import type { ConversionResult, OutputFormat, SeveralResults } from '@platen/engine';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { isTest, type Payer } from '../access/caller.ts';
import { noteCharge } from '../audit/request-charge.ts';
import { creditsFor } from '../credits/cost.ts';
import type { JobFacts } from '../credits/ledger.ts';
import type { Metering, Receipt } from '../credits/metering.ts';
import { jobOf } from '../idempotency/job.ts';

/** Fields that say what a conversion is charged as. */
export const chargeFields = {
  sandbox: z
    .boolean()
    .optional()
    .describe(
      'Free of charge, 10 a minute: PDFs and pictures are marked with "SANDBOX", text and Markdown are as they are. Test keys convert so always.',
    ),
  tag: z
    .string()
    .min(1)
    .max(100)
    .refine((text) => !/\p{Cc}/u.test(text), 'must be without control characters')
    .optional()
    .describe('A word of yours, such as a department or a customer; usage is reported by it.'),
};

/** What is laid across results of the sandbox. */
export const SANDBOX_MARK = 'SANDBOX';

export interface Charge {
  readonly caller: Payer;
  readonly reply: FastifyReply;
  readonly formats: readonly OutputFormat[];
  /** Free of charge, and marked. */
  readonly isSandbox: boolean;
  readonly tag?: string;
  /** The stored template that the document was made from. */
  readonly template?: string;
  /** Set off when the client has gone. */
  readonly signal: AbortSignal;
}

/** Whether a conversion is free and marked. */
export const isSandbox = (caller: Payer, { sandbox }: { readonly sandbox?: boolean }): boolean =>
  sandbox === true || isTest(caller);

/**
 * Converts against credits: one is set aside before, or while it begins, and what the results cost is taken before any of it is sent. The
 * answer gets headers that tell it.
 * @param convert gets a signal that is set off when it began and there are none left
 */
export async function charged<Result extends ConversionResult | SeveralResults>(
  metering: Metering,
  { caller, reply, formats, isSandbox: sandbox, tag, template, signal }: Charge,
  convert: (withdrawn?: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const format = formatName(formats);
  const { value, receipt } = await metering.metered<Result>({
    id: jobOf(reply.request),
    caller,
    declared: { credits: 1 },
    sandbox,
    isLeft: () => signal.aborted,
    mayBegin: true,
    run: async ({ signal: withdrawn }) => {
      const result = await convert(withdrawn);
      const sizes = sizesOf(result);
      const facts: JobFacts = {
        format,
        template,
        tag,
        bytes: sizes.reduce((sum, size) => sum + size, 0),
      };
      return { value: result, cost: { credits: sizes.reduce((sum, size) => sum + creditsFor(size), 0) }, facts };
    },
  });
  noteCharge(reply.request, { format, credits: receipt.used });
  reply.headers(receiptHeaders(receipt));
  return value;
}

/** Name of what a conversion makes, in records of usage. */
export function formatName(formats: readonly OutputFormat[]): OutputFormat | 'several' {
  const [only, ...more] = formats;
  return only === undefined || more.length > 0 ? 'several' : only;
}

function sizesOf(result: ConversionResult | SeveralResults): readonly number[] {
  return ('outputs' in result ? result.outputs : [result]).map(({ bytes }) => bytes.byteLength);
}

function receiptHeaders({ jobId, sandbox, cost, used, remaining }: Receipt): Record<string, string> {
  return {
    'x-job-id': jobId,
    'x-credits-cost': String(cost),
    'x-credits-used': String(used),
    ...(remaining === undefined ? {} : { 'x-credits-remaining': String(remaining) }),
    ...(sandbox ? { 'x-sandbox': 'true' } : {}),
  };
}
