import {
  type ConversionResult,
  type ConvertOptions,
  type Engine,
  EngineError,
  type OutputFormat,
  type OutputKind,
  type SeveralResults,
  validateRequest,
  validateSeveral,
} from '@platen/engine';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../access/caller.ts';
import type { Metering } from '../credits/metering.ts';
import { ApiError } from '../errors.ts';
import { onExchangeEnd } from '../http/exchange-end.ts';
import type { Lifecycle } from '../http/lifecycle.ts';
import { bodyOf, type RequestBody } from '../http/request-body.ts';
import { type ConversionObserver, observed } from '../observe/conversion-observer.ts';
import type { TemplateResolver } from '../templates/resolve.ts';
import { sendResult, sendResults } from './answer.ts';
import {
  answerFields,
  checkAnswerFields,
  checkSeveralAnswer,
  severalAnswerFields,
  withResponseType,
} from './answer-fields.ts';
import { type Charge, charged, chargeFields, isSandbox, SANDBOX_MARK } from './charged.ts';
import { imageFormat } from './image-format.ts';
import { pointedAtTemplate, type TemplateUse, templateFields, validated } from './template-request.ts';

/** Milliseconds from the arrival of a request's headers to its answer. */
const SYNCHRONOUS_DEADLINE = 100_000;

export interface ConversionParts {
  readonly engine: Engine;
  readonly lifecycle: Lifecycle;
  readonly observers: readonly ConversionObserver[];
  /** Default: nothing is counted or charged. */
  readonly metering?: Metering;
  /** Finds stored templates. Default: there are none. */
  readonly resolver?: TemplateResolver;
  /** When each request came, as `performance.now()` tells it. */
  readonly arrivals: WeakMap<FastifyRequest, number>;
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

interface Work {
  readonly formats: readonly OutputFormat[];
  readonly fields: Charge['fields'];
  readonly template: TemplateUse;
}

/** Answers a request with one result. */
export async function convertOne(
  request: FastifyRequest,
  reply: FastifyReply,
  { kind, body }: { readonly kind: OutputKind; readonly body: RequestBody },
  parts: ConversionParts,
): Promise<FastifyReply> {
  const { engine, resolver } = parts;
  const fields = { ...answerFields, ...chargeFields, ...templateFields };
  const validate = (json: unknown, files: RequestBody['files']) => validateRequest(json, kind, { fields, files });
  const { valid: whole, template } = await validated(request, body, { validate, resolver });
  const { own, ...valid } = whole;
  checkAnswerFields(own);
  const isText = kind === 'text' || kind === 'markdown';
  const answer = withResponseType(own, isText ? valid.options : undefined);
  const format = formatOf(kind, valid.options.target_format, request.headers.accept);
  const result = await run({ request, reply }, { formats: [format], fields: own, template }, parts, (options) =>
    pointedAtTemplate(template, () => engine.convert({ format, request: valid }, options)),
  );
  return sendResult(reply, result, answer);
}

/** Answers a request with several results of one loaded page. */
export async function convertSeveral(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: ConversionParts,
): Promise<FastifyReply> {
  const { engine, resolver } = parts;
  const fields = { ...severalAnswerFields, ...chargeFields, ...templateFields };
  const validate = (json: unknown, files: RequestBody['files']) => validateSeveral(json, { fields, files });
  const { valid: whole, template } = await validated(request, bodyOf(request), { validate, resolver });
  const { own, ...valid } = whole;
  const formats = valid.outputs.map(({ format }) => format);
  const texts = valid.outputs.filter(({ format }) => format === 'text' || format === 'markdown');
  checkSeveralAnswer(
    own,
    texts.map(({ options }) => options),
  );
  const results = await run({ request, reply }, { formats, fields: own, template }, parts, (options) =>
    pointedAtTemplate(template, () => engine.convertSeveral(valid, options)),
  );
  return sendResults(reply, results, own);
}

/** Runs a conversion until it ends, its client leaves, or its time is over. */
async function run<T extends ConversionResult | SeveralResults>(
  { request, reply }: Exchange,
  { formats, fields, template }: Work,
  { lifecycle, observers, metering, arrivals }: ConversionParts,
  convert: (options: ConvertOptions) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  onExchangeEnd(reply.raw, (finished) => {
    if (!finished) controller.abort();
  });
  const leave = lifecycle.openConversion(controller);
  const elapsed = performance.now() - (arrivals.get(request) ?? performance.now());
  try {
    const deadline = Math.max(1, SYNCHRONOUS_DEADLINE - elapsed);
    const { signal } = controller;
    const caller = callerOf(request);
    const mark = isSandbox(caller, fields) ? SANDBOX_MARK : undefined;
    const convertNow = () =>
      observed(observers, { request, formats }, () =>
        convert({ signal, deadline, group: caller.organisationId, mark, template: template.options }),
      );
    return metering
      ? await charged(metering, { caller, reply, formats, fields, template: template.stored, signal }, convertNow)
      : await convertNow();
  } catch (error) {
    throw refusedByShutdown(error, lifecycle) ?? error;
  } finally {
    leave();
  }
}

function formatOf(kind: OutputKind, targetFormat: string | undefined, accept: string | undefined): OutputFormat {
  return kind === 'image' ? imageFormat(targetFormat, accept) : kind;
}

/** A conversion that the shutdown canceled was not canceled by its client, who is still waiting for an answer. */
function refusedByShutdown(error: unknown, lifecycle: Lifecycle): ApiError | undefined {
  const canceled = error instanceof EngineError && error.code === 'canceled';
  return canceled && lifecycle.draining ? shuttingDown() : undefined;
}

export function shuttingDown(): ApiError {
  return new ApiError('capacity', { detail: 'The service is restarting. Send the request again in a moment.' });
}
