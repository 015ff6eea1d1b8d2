import type { IncomingMessage, ServerResponse } from 'node:http';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { TlsFiles } from '../config/tls.ts';
import { ApiError, type ApiErrorCode, toApiError } from '../errors.ts';
import type { Log } from '../log/log.ts';
import { stackFrames } from '../log/stack-frames.ts';
import { closeAfterAnswer, leavesBodyBehind } from './connection-end.ts';
import { Discards } from './discard.ts';
import { onExchangeEnd } from './exchange-end.ts';
import { IdleConnections } from './idle-connections.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { HttpLimits } from './limits.ts';
import { foreignPath, RouteTable } from './methods.ts';
import { createNodeServer } from './node-server.ts';
import { ParserErrors } from './parser-errors.ts';
import { Pipelining } from './pipelining.ts';
import { COMMON_HEADERS, problemAnswer, writeProblem } from './problem.ts';
import { requestId } from './request-id.ts';
import { stopwatchOf } from './stopwatch.ts';
import { boundWriteStall } from './write-stall.ts';

export interface HttpServerOptions {
  readonly limits: HttpLimits;
  readonly lifecycle: Lifecycle;
  readonly log: Log;
  readonly tls?: TlsFiles;
  /** Idle connections of one address; 0 sets no limit. */
  readonly idleConnections: number;
  readonly isProxy: (address: string) => boolean;
  /** Origin that people see. */
  readonly publicUrl?: string;
}

/** A year, in seconds: browsers that were here once come by https only (RFC 6797). */
const STRICT_TRANSPORT = 'max-age=31536000';

/** A server without routes: limits, request ids, common headers, errors as problem documents, the request log. */
export function createHttpServer(options: HttpServerOptions): FastifyInstance {
  const { limits, lifecycle, log, tls, publicUrl } = options;
  const parserErrors = new ParserErrors({ linger: limits.linger, log });
  const pipelining = new Pipelining();
  const idle = new IdleConnections({ limit: options.idleConnections, isProxy: options.isProxy, log });
  const app = Fastify({
    logger: false,
    trustProxy: false,
    return503OnClosing: false,
    serverFactory: (handler) => {
      const server = createNodeServer(idle.exceptDuring(pipelining.inTurn(handler)), { limits, tls });
      idle.watch(server, { tls: tls !== undefined });
      parserErrors.watch(server);
      return server;
    },
    clientErrorHandler: (error, socket) => parserErrors.handle(error, socket),
    requestIdHeader: false,
    // A slug of 100 characters with a version and an extension.
    routerOptions: { maxParamLength: 128 },
    genReqId: requestId,
    frameworkErrors: (error, request, reply) => {
      const refusal = toApiError(error);
      log.event('request_unreadable', {
        request_id: request.id,
        status: refusal.entry.status,
        error_code: refusal.code,
      });
      writeProblem(reply.raw, refusal, request.id, request.raw.url);
    },
  });
  const routes = new RouteTable();
  routes.collect(app);
  const codes = new WeakMap<ServerResponse, ApiErrorCode>();
  const strict = publicUrl?.startsWith('https:') ? { 'strict-transport-security': STRICT_TRANSPORT } : {};

  app.addHook('onRequest', (request, reply, done) => {
    stopwatchOf(request);
    reply.headers({ ...COMMON_HEADERS, ...strict, 'x-request-id': request.id });
    onExchangeEnd(reply.raw, lifecycle.openExchange());
    logWhenDone(log, codes, request, reply);
    done(refusalOf(request, routes));
  });

  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (lifecycle.draining) reply.raw.shouldKeepAlive = false;
    boundWriteStall(reply.raw, limits.writeStall);
    done();
  });

  const discards = new Discards();
  const answered = new WeakSet<FastifyReply>();
  const answerError = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const refusal = toApiError(error);
    codes.set(reply.raw, refusal.code);
    if (refusal.code === 'internal_error') {
      log.event('internal_error', { request_id: request.id, ...stackFrames(error) });
    }
    // While there is no room, the rest of what a client has pipelined would be refused too.
    const last = refusal.code === 'capacity' && pipelining.hasWaiting(request.raw.socket);
    const leavesBody = leavesBodyBehind(request.raw);
    if (leavesBody) discards.read(request.raw);
    if (last || leavesBody) closeAfterAnswer(reply.raw, limits.linger);
    if (answered.has(reply)) {
      // A hook has failed while an error was answered: no hook sees this answer.
      reply.hijack();
      return void writeProblem(reply.raw, refusal, request.id, request.raw.url);
    }
    answered.add(reply);
    const { status, headers, body } = problemAnswer(refusal, request.id, request.raw.url);
    return reply.code(status).headers(headers).send(body);
  };
  // Twice, since Fastify asks each handler once: the one of the route first, then that of the server, and answers in a shape of its own after it.
  app.setErrorHandler(answerError);
  app.addHook('onRoute', (route) => {
    route.errorHandler ??= answerError;
  });
  return app;
}

function refusalOf(request: FastifyRequest, routes: RouteTable): ApiError | undefined {
  const { url = '' } = request.raw;
  const ambiguity = ambiguityOf(request.raw);
  if (ambiguity !== undefined) return new ApiError('invalid_request', { detail: ambiguity });
  if (!request.is404) return undefined;
  const path = url.split('?', 1)[0] ?? '';
  const allowed = routes.methodsOf(path);
  if (allowed) {
    const allow = allowed.join(', ');
    return new ApiError('method_not_allowed', { detail: `This path takes ${allow}.`, headers: { allow } });
  }
  const near = routes.pathLike(path);
  const detail = near === undefined ? foreignPath(path) : `The path is written "${near}".`;
  return new ApiError('not_found', { detail });
}

/** What Node's parser lets through and a proxy in front could read differently. */
function ambiguityOf({ rawHeaders, headers, httpVersionMajor, httpVersionMinor, url }: IncomingMessage) {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.length === 4 && /^host$/i.test(name)).length;
  if (hosts > 1 || (hosts === 0 && httpVersionMinor > 0)) return 'A request needs exactly one Host header.';
  if (httpVersionMajor !== 1) return 'Use HTTP/1.1.';
  // RFC 9112, section 6.1: nothing but the chunks would be taken off, and the rest be read as it is.
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && !/^chunked$/i.test(coding)) return 'The only transfer coding that is read is "chunked".';
  // RFC 9112, section 3.2: a fragment is no part of a request; the router would cut it off.
  return url?.includes('#') ? 'An address that is requested has no fragment.' : undefined;
}

/** One line for each request: what was asked by route pattern, never by address; how it ended; nothing of it. */
function logWhenDone(
  log: Log,
  codes: WeakMap<ServerResponse, ApiErrorCode>,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const begun = performance.now();
  onExchangeEnd(reply.raw, (finished) => {
    log.event('request_finished', {
      request_id: request.id,
      method: request.method,
      route: request.routeOptions.url ?? '(none)',
      status: finished ? reply.raw.statusCode : 499,
      duration_ms: Math.round(performance.now() - begun),
      bytes: finished ? Number(reply.getHeader('content-length') ?? 0) : 0,
      error_code: codes.get(reply.raw),
    });
  });
}
