import type { IncomingMessage } from 'node:http';
import type { SourceFile } from '@platen/engine';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';
import { BodyBudget, type BodyShare } from './body-budget.ts';
import { bodyGroupOf } from './body-group.ts';
import { readEncodedForm, readFormTexts } from './encoded-form.ts';
import { onExchangeEnd } from './exchange-end.ts';
import type { HttpLimits } from './limits.ts';
import { type FormFile, type Part, readMultipart, readParts } from './multipart.ts';
import { parseJson } from './parse-json.ts';
import { readBody } from './read-body.ts';
import { stopwatchOf } from './stopwatch.ts';

/** What a request brought. */
export interface RequestBody {
  /** The JSON: anything. */
  readonly json: unknown;
  /** Files, from `multipart/form-data`. */
  readonly files: readonly (SourceFile & Partial<Pick<FormFile, 'field'>>)[];
  /** Whether it was a form of texts: numbers and switches are texts in its JSON. */
  readonly encoded?: true;
}

/** The body of a request of a scope that `readRequestBodies` was called for. */
export const bodyOf = (request: FastifyRequest): RequestBody => request.body as RequestBody;

export interface BodyOptions {
  /** Files are not taken. Default false. */
  readonly jsonOnly?: boolean;
  /** A request without a body counts as one with an empty object. Default: as `jsonOnly`. */
  readonly optional?: boolean;
  /** Only `multipart/form-data` is taken, and its parts are read by this. */
  readonly form?: (parts: readonly Part[]) => RequestBody;
  /** Forms of texts are taken too, as `application/x-www-form-urlencoded` and `multipart/form-data`. Default false. */
  readonly encoded?: boolean;
  /** What is said of a body that is none of the types that are read. Default: the remedy of the catalogue. */
  readonly otherType?: string;
}

/**
 * Makes the routes of a scope read JSON bodies, and `multipart/form-data` with JSON and files. What the headers
 * already tell (type, encoding, declared length) is refused before the first byte of the body is read.
 */
export function readRequestBodies(scope: FastifyInstance, limits: HttpLimits, options: BodyOptions = {}): void {
  const { jsonOnly = false, optional = jsonOnly, form, otherType, encoded = false } = options;
  const budget = new BodyBudget(limits.bodies);
  const shares = new WeakMap<IncomingMessage, BodyShare>();

  scope.addHook('onRequest', (request, reply, done) => {
    const refusal = refusalByHeaders(request, limits.body, { jsonOnly, optional, form, otherType, encoded });
    if (refusal) return done(refusal);
    const share = budget.open(bodyGroupOf(request));
    const declared = declaredLength(request);
    // Before it is read: it would be for nothing.
    if (declared > 0 && !share.fits(declared)) return done(new ApiError('capacity'));
    shares.set(request.raw, share);
    onExchangeEnd(reply.raw, share.close);
    if (/^100-continue$/i.test(request.headers.expect ?? '')) reply.raw.writeContinue();
    done();
  });

  // Not in a content type parser: Fastify would close the connection after every fault in one.
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
  scope.addHook('preValidation', async (request) => {
    if (!METHODS_WITH_BODY.has(request.method)) return;
    if (optional && !hasBody(request)) {
      request.body = { json: {}, files: [] } satisfies RequestBody;
      return;
    }
    const share = shares.get(request.raw);
    const bytes = await readBody(request.raw, {
      limit: limits.body,
      speed: limits.bodySpeed,
      take: (count) => share?.take(count),
    });
    const type = request.headers['content-type'] ?? '';
    request.body = await parsed(type, bytes, { form, encoded });
    stopwatchOf(request).lap('body');
  });
}

async function parsed(
  type: string,
  bytes: Buffer,
  { form, encoded }: Pick<BodyOptions, 'form' | 'encoded'>,
): Promise<RequestBody> {
  if (form) return form(await readParts(type, bytes));
  if (ENCODED_TYPE.test(type)) return { json: readEncodedForm(bytes), files: [], encoded: true };
  if (encoded && MULTIPART_TYPE.test(type))
    return { json: readFormTexts(await readParts(type, bytes)), files: [], encoded: true };
  return MULTIPART_TYPE.test(type) ? await readMultipart(type, bytes) : { json: parseJson(bytes), files: [] };
}

const JSON_TYPE = /^application\/json[\t ]*(?:;|$)/i;
const ENCODED_TYPE = /^application\/x-www-form-urlencoded[\t ]*(?:;|$)/i;
const MULTIPART_TYPE = /^multipart\/form-data[\t ]*;/i;
const FORM_ONLY = 'Send the fields and files as "multipart/form-data", with names in UTF-8.';
const CHARSET = /;[\t ]*charset=("?)([^\s;"]*)\1/i;

/** RFC 9112, section 6.3: without either header there is no body. */
function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Bytes of the body as the header says; 0 when it does not. */
const declaredLength = ({ headers }: FastifyRequest): number => Number(headers['content-length'] ?? 0);

function refusalByHeaders(
  request: FastifyRequest,
  limit: number,
  { jsonOnly, optional, form, otherType, encoded }: BodyOptions,
): ApiError | undefined {
  if (!METHODS_WITH_BODY.has(request.method) || (optional && !hasBody(request))) return undefined;
  const type = request.headers['content-type'] ?? '';
  const charset = CHARSET.exec(type)?.[2]?.toLowerCase() ?? 'utf-8';
  const isJson = !form && JSON_TYPE.test(type);
  const isRead = isJson || (!jsonOnly && MULTIPART_TYPE.test(type)) || (encoded && ENCODED_TYPE.test(type));
  if (!isRead || charset !== 'utf-8') {
    return new ApiError('unsupported_media_type', { detail: form ? FORM_ONLY : otherType });
  }
  const encoding = request.headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (encoding !== 'identity') return new ApiError('unsupported_media_type');
  if (declaredLength(request) > limit) return new ApiError('payload_too_large');
  return undefined;
}

const METHODS_WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);
