import type { FastifyError, FastifyInstance } from 'fastify';
import { callerOf } from '../access/caller.ts';
import { shuttingDown } from '../conversions/convert.ts';
import { ApiError } from '../errors.ts';
import type { HttpLimits } from '../http/limits.ts';
import { registerEndpoints } from '../http/register.ts';
import { readRequestBodies } from '../http/request-body.ts';
import type { AnalysisParts } from './analyze.ts';
import { ANALYSIS_ENDPOINTS } from './endpoints.ts';
import { BODY, SMALL_BODY } from './limits.ts';
import { AI_USAGE_ENDPOINTS, type AiUsageParts } from './usage-endpoint.ts';
import { WAITLIST_ENDPOINTS, type WaitlistParts } from './waitlist-endpoint.ts';

export type AnalysisRoutesOptions = AnalysisParts & AiUsageParts & WaitlistParts;

/** The routes under /api: one for each kind of analysis, the usage record and the waitlist. */
export function analysisRoutes(scope: FastifyInstance, limits: HttpLimits, options: AnalysisRoutesOptions): void {
  const { access, lifecycle } = options;
  scope.addHook('onSend', (_request, reply, _payload, done) => {
    reply.header('cache-control', 'no-store');
    done();
  });

  scope.register(async (analyses) => {
    analyses.addHook('onRoute', (route) => {
      const { errorHandler } = route;
      route.errorHandler = function (error, request, reply) {
        return errorHandler?.call(this, tooLarge(error), request, reply);
      };
    });
    // Before the body is read, as what the gate refuses.
    analyses.addHook('onRequest', async (request) => {
      if (lifecycle.draining) throw shuttingDown();
      if (!(await access.isOpenTo(callerOf(request).organisationId))) throw new ApiError('ai_waitlist');
    });
    readRequestBodies(analyses, { ...limits, body: Math.min(limits.body, BODY) }, { otherType: NEEDS_TEXT });
    registerEndpoints(analyses, ANALYSIS_ENDPOINTS, options);
  });

  scope.register(async (records) => {
    readRequestBodies(records, { ...limits, body: SMALL_BODY }, { jsonOnly: true });
    registerEndpoints(records, AI_USAGE_ENDPOINTS, options);
    registerEndpoints(records, WAITLIST_ENDPOINTS, options);
  });
}

/** A body that is too large is a text that is too long. */
function tooLarge(error: FastifyError): FastifyError {
  return error instanceof ApiError && error.code === 'payload_too_large' ? new ApiError('text_too_long') : error;
}

/** Said to whoever sends neither JSON nor a form. */
const NEEDS_TEXT = 'Send JSON with "Content-Type: application/json", or "multipart/form-data" with a PDF as a file.';
