import type { AnalystRequest } from '@platen/analysis';
import type { Engine } from '@platen/engine';
import { type Caller, callerOf, isTest } from '../access/caller.ts';
import { noteCharge } from '../audit/request-charge.ts';
import type { Clock } from '../clock.ts';
import type { Holder } from '../credits/holder.ts';
import type { Metering } from '../credits/metering.ts';
import { ApiError, toApiError } from '../errors.ts';
import type { Call } from '../http/define-endpoint.ts';
import type { Lifecycle } from '../http/lifecycle.ts';
import { validBody } from '../http/valid.ts';
import type { IdempotencyKeys } from '../idempotency/keys.ts';
import type { AnalysisObserver, FinishedAnalysis } from '../observe/analysis-observer.ts';
import type { TemplateResolver } from '../templates/resolve.ts';
import type { AnalystPool } from './analyst-pool.ts';
import { bankPagesOf } from './bank-pages.ts';
import { counted } from './counted.ts';
import { withDeadline } from './deadline.ts';
import { refusedAnalysis } from './errors.ts';
import { documentOf, membersOf, type ReadDocument } from './input.ts';
import { requestTo, type ServedKind } from './kinds.ts';
import type { Analyzed } from './messages.ts';
import { type Done, type Run, runOnce } from './repeats.ts';
import { refuseOtherSpellings } from './spelling.ts';

export interface AnalysisParts {
  readonly pool: AnalystPool;
  /** Whether models may read what organizations with the HIPAA profile send. Default: no. */
  readonly aiCovered?: boolean | undefined;
  readonly metering: Metering;
  readonly holder: Holder;
  readonly clock: Clock;
  readonly engine: Engine;
  /** Finds stored templates. Default: there are none. */
  readonly resolver?: TemplateResolver | undefined;
  /** Default: `Idempotency-Key` is not looked at. */
  readonly idempotencyKeys?: IdempotencyKeys | undefined;
  readonly lifecycle: Lifecycle;
  /** Is notified of each analysis. */
  readonly observer: AnalysisObserver;
}

/** What is sent, and what the observer is notified of. */
interface Answered {
  readonly body: object;
  readonly facts: FinishedAnalysis['answer'] & object;
}

type AnalysisCall = Pick<Call, 'request' | 'reply' | 'body'>;

/** Answers a request of any kind: its checks, its place in the ledger, and its run in a thread. */
export async function analyze(kind: ServedKind, call: AnalysisCall, parts: AnalysisParts): Promise<object> {
  const { idempotencyKeys: keys, holder, lifecycle, observer } = parts;
  const { request, reply } = call;
  const operation = kind.name;
  try {
    const { body, facts } = await withDeadline({ reply, lifecycle }, (signal) =>
      runOnce(request, reply, { keys, onLostJob: (job) => holder.release(job) }, (run) =>
        answer(call, parts, { kind, run, signal }),
      ),
    );
    observer.finished({ operation, outcome: 'ok', answer: facts });
    return body;
  } catch (error) {
    const refusal = refusedAnalysis(error);
    observer.finished({ operation, outcome: toApiError(refusal).code });
    throw refusal;
  }
}

interface Asked {
  readonly kind: ServedKind;
  readonly run: Run;
  readonly signal: AbortSignal;
}

/** Checks a request, and answers it as one operation of the ledger. */
async function answer(
  { request, reply, body }: AnalysisCall,
  parts: AnalysisParts,
  { kind, run, signal }: Asked,
): Promise<Done<Answered>> {
  const { pool, metering, clock, engine, resolver } = parts;
  const caller = callerOf(request);
  refuseOtherSpellings(kind, body);
  const fields = validBody(kind.requestSchema, body);
  const document = await documentOf(request, membersOf(fields, kind), { name: kind.textMember, engine, resolver });
  const isCovered = parts.aiCovered === true || caller.hipaa !== true;
  const withModel = pool.hasModel && !isTest(caller) && isCovered;
  if (kind.needsModel && !withModel) throw notConfigured(caller, isCovered);
  const group = caller.organisationId;
  let read: ReadDocument | undefined;
  const { analyzed, milliseconds } = await counted({
    metering,
    now: () => clock.now(),
    caller,
    id: run.jobId,
    type: kind.name,
    isRead: document.text !== undefined,
    signal,
    repeated: run.repeated,
    read: async () => {
      read = await document.read({ group, signal });
      const { text } = read;
      run.reads(text);
      return { text, pages: kind.takesPages ? bankPagesOf(text) : undefined };
    },
    run: (text) => inThread(requestTo(kind, text, fields), { group, signal, withModel }, parts),
  });
  noteCharge(request, { format: kind.name, credits: 0 });
  const { engine: by, tokens } = analyzed;
  reply.header('x-ai-engine', by);
  return {
    value: {
      body: {
        success: true,
        ...analyzed.answer,
        ...(fields.includeEvidence && document.text === undefined && read ? { documentText: read.text } : {}),
        ...(read?.pdf ? { pdf: read.pdf } : {}),
        tokensUsed: run.counted ?? tokens,
      },
      facts: { engine: by, verification: analyzed.answer.verification.status, milliseconds, tokens },
    },
    tokens,
  };
}

/** @returns what came of it, and how long it took once a thread had begun */
async function inThread(
  request: AnalystRequest,
  place: { readonly group: string; readonly signal: AbortSignal; readonly withModel: boolean },
  { pool, observer }: AnalysisParts,
): Promise<{ readonly analyzed: Analyzed; readonly milliseconds: number }> {
  let begun = performance.now();
  const analyzed: Analyzed = await pool.run(request, {
    ...place,
    onBegin: (waited) => {
      begun = performance.now();
      observer.waited(request.kind, waited);
    },
  });
  return { analyzed, milliseconds: performance.now() - begun };
}

function notConfigured(caller: Caller, isCovered: boolean): ApiError {
  const detail = isTest(caller) ? TEST_KEY : isCovered ? undefined : NOT_COVERED;
  return new ApiError('ai_not_configured', { detail });
}

const NOT_COVERED =
  'Your organization has the HIPAA profile, and the operator has named no language model that an agreement covers.';
const TEST_KEY = 'Test keys are answered by rules, and a translation needs a language model. Use a live key.';
