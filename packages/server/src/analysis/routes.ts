import type { AnalystRequest } from '@platen/analysis';
import type { Engine } from '@platen/engine';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Caller, callerOf, isTest } from '../access/caller.ts';
import { noteCharge } from '../audit/request-charge.ts';
import type { Clock } from '../clock.ts';
import type { Holder } from '../credits/holder.ts';
import type { Metering } from '../credits/metering.ts';
import type { Database } from '../data/database.ts';
import { ApiError, toApiError } from '../errors.ts';
import { onExchangeEnd } from '../http/exchange-end.ts';
import type { Lifecycle } from '../http/lifecycle.ts';
import type { HttpLimits } from '../http/limits.ts';
import { bodyOf, readRequestBodies } from '../http/request-body.ts';
import { valid } from '../http/valid.ts';
import type { IdempotencyKeys } from '../idempotency/keys.ts';
import type { AnalysisObserver, FinishedAnalysis } from '../observe/analysis-observer.ts';
import type { TemplateResolver } from '../templates/resolve.ts';
import type { AnalysisAccess } from './access.ts';
import type { AnalystPool } from './analyst-pool.ts';
import { bankPagesOf } from './bank-pages.ts';
import { counted } from './counted.ts';
import { ANALYSIS_ENDPOINTS } from './endpoints.ts';
import { refusedAnalysis } from './errors.ts';
import { type DocumentMembers, documentOf, withoutNulls } from './input.ts';
import { optionsOf, SERVED_KINDS, type ServedKind } from './kinds.ts';
import { BODY, DEADLINE, SMALL_BODY } from './limits.ts';
import type { Analysed } from './messages.ts';
import { runOnce } from './repeats.ts';
import { readAnalysisUsage } from './usage.ts';

export interface AnalysisRoutesOptions {
  readonly pool: AnalystPool;
  readonly access: AnalysisAccess;
  readonly database: Database;
  readonly metering: Metering;
  readonly holder: Holder;
  readonly clock: Clock;
  readonly engine: Engine;
  readonly resolver?: TemplateResolver | undefined;
  readonly idempotencyKeys?: IdempotencyKeys | undefined;
  readonly lifecycle: Lifecycle;
  readonly observer: AnalysisObserver;
}

/** `POST /api/pdf/…` for each kind of analysis: text in, an answer out; `GET /api/user/ai-usage`; `POST /api/waitlist`. */
export function analysisRoutes(scope: FastifyInstance, limits: HttpLimits, options: AnalysisRoutesOptions): void {
  const { access, database, metering, lifecycle } = options;
  scope.addHook('onSend', (_request, reply, _payload, done) => {
    reply.header('cache-control', 'no-store');
    done();
  });

  scope.register(async (analyses) => {
    analyses.setErrorHandler((error) => {
      throw tooLarge(error);
    });
    // Before the body is read, as what the gate refuses.
    analyses.addHook('onRequest', async (request) => {
      if (lifecycle.draining) throw shuttingDown();
      if (!(await access.isOpenTo(callerOf(request).organisationId))) throw new ApiError('ai_waitlist');
    });
    readRequestBodies(
      analyses,
      { ...limits, body: Math.min(limits.body, BODY) },
      { jsonOnly: true, optional: false, otherType: NEEDS_TEXT },
    );
    for (const kind of SERVED_KINDS) {
      analyses.post(kind.path, facts(kind.path), (request, reply) => observed(request, reply, kind, options));
    }
  });

  scope.register(async (records) => {
    readRequestBodies(records, { ...limits, body: SMALL_BODY }, { jsonOnly: true });
    records.get('/api/user/ai-usage', facts('/api/user/ai-usage'), async (request) => {
      const { organisationId } = callerOf(request);
      return { success: true, usage: await readAnalysisUsage(organisationId, { database, metering }) };
    });
    records.post('/api/waitlist', facts('/api/waitlist'), async (request) => {
      const { organisationId, id: actor } = callerOf(request);
      return { success: true, status: await access.ask({ organisationId, actor }) };
    });
  });
}

const facts = (at: string) => ({ config: { endpoint: ANALYSIS_ENDPOINTS.find(({ path }) => path === at) } });

/** Analyses, and tells the observer how it went. */
async function observed(
  request: FastifyRequest,
  reply: FastifyReply,
  kind: ServedKind,
  options: AnalysisRoutesOptions,
): Promise<object> {
  const { observer } = options;
  const operation = kind.name;
  let answer: FinishedAnalysis['answer'];
  try {
    const result = await analyze(request, reply, {
      ...options,
      kind,
      onBegin: (waited) => observer.waited(operation, waited),
      onAnswer: (given) => {
        answer = given;
      },
    });
    observer.finished({ operation, outcome: 'ok', ...(answer ? { answer } : {}) });
    return result;
  } catch (error) {
    observer.finished({ operation, outcome: toApiError(error).code });
    throw error;
  }
}

interface AnalyzeOptions extends AnalysisRoutesOptions {
  readonly kind: ServedKind;
  readonly onBegin: (waited: number) => void;
  readonly onAnswer: (answer: FinishedAnalysis['answer']) => void;
}

async function analyze(request: FastifyRequest, reply: FastifyReply, options: AnalyzeOptions): Promise<object> {
  const { kind, onBegin, onAnswer, pool, metering, holder, clock, engine, resolver, idempotencyKeys, lifecycle } =
    options;
  const caller = callerOf(request);
  const controller = new AbortController();
  onExchangeEnd(reply.raw, (finished) => {
    if (!finished) controller.abort(new ApiError('canceled'));
  });
  const leave = lifecycle.openConversion(controller);
  const late = setTimeout(() => controller.abort(new ApiError('ai_unavailable')), DEADLINE);
  const { signal } = controller;
  const group = caller.organisationId;
  try {
    const onLostJob = (job: { readonly id: string; readonly organisationId: string }) => holder.release(job);
    return await runOnce(request, reply, { keys: idempotencyKeys, onLostJob }, async (run) => {
      const fields = valid(kind.requestSchema, withoutNulls(bodyOf(request).json));
      const document = await documentOf(request, membersOf(fields, kind), { name: kind.textMember, engine, resolver });
      const withModel = pool.hasModel && !isTest(caller);
      if (kind.needsModel && !withModel) throw notConfigured(caller);
      let documentText: string | undefined;
      const {
        answer,
        tokens,
        engine: by,
      } = await counted({
        metering,
        now: () => clock.now(),
        caller,
        id: run.jobId,
        type: kind.name,
        isRead: document.text !== undefined,
        signal,
        repeated: run.repeated,
        read: async () => {
          const text = await document.read({ group, signal });
          run.reads(text);
          if (fields.includeEvidence && document.text === undefined) documentText = text;
          return { text, pages: kind.takesPages ? bankPagesOf(text) : undefined };
        },
        run: async (text) => {
          let begun = performance.now();
          const value: Analysed = await pool.run(requestTo(kind, text, fields), {
            group,
            signal,
            withModel,
            onBegin: (waited) => {
              begun = performance.now();
              onBegin(waited);
            },
          });
          const { verification } = value.answer;
          const milliseconds = performance.now() - begun;
          onAnswer({ engine: value.engine, verification: verification.status, milliseconds, tokens: value.tokens });
          return value;
        },
      });
      noteCharge(request, { format: kind.name, credits: 0 });
      reply.header('x-ai-engine', by);
      const evident = documentText === undefined ? {} : { documentText };
      return { value: { success: true, ...answer, ...evident, tokensUsed: run.counted ?? tokens }, tokens };
    });
  } catch (error) {
    if (signal.aborted && lifecycle.draining) throw shuttingDown();
    throw signal.aborted && signal.reason instanceof ApiError ? signal.reason : refusedAnalysis(error);
  } finally {
    clearTimeout(late);
    leave();
  }
}

const notConfigured = (caller: Caller) => new ApiError('ai_not_configured', isTest(caller) ? { detail: TEST_KEY } : {});

const TEST_KEY = 'Test keys are answered by rules, and a translation needs a language model. Use a live key.';

/** What a thread is asked. The schema of the kind has checked the members. */
const requestTo = (kind: ServedKind, text: string, fields: Record<string, unknown>) =>
  ({
    kind: kind.name,
    text,
    includeEvidence: fields.includeEvidence === true,
    options: optionsOf(kind, fields),
  }) as AnalystRequest;

const membersOf = (fields: Record<string, unknown>, { textMember }: ServedKind): DocumentMembers => ({
  text: fields[textMember] as string | undefined,
  source: fields.source,
  template_id: fields.template_id as string | undefined,
  data: fields.data as DocumentMembers['data'],
});

/** A body that is too large is a text that is too long. */
function tooLarge(error: unknown): unknown {
  return error instanceof ApiError && error.code === 'payload_too_large' ? new ApiError('text_too_long') : error;
}

const shuttingDown = () =>
  new ApiError('capacity', { detail: 'The service is restarting. Send the request again in a moment.' });

/** Said to whoever sends a document instead of its text. */
const NEEDS_TEXT =
  'Analyses read text: send JSON with "Content-Type: application/json". The text of a PDF comes from a program such as "pdftotext -layout FILE.pdf -".';
