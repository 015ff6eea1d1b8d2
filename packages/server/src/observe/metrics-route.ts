import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { readCredential } from '../access/credential.ts';
import { OPEN_ERRORS } from '../access/errors.ts';
import { ApiError } from '../errors.ts';
import { endpointsOf, type HandledEndpoint } from '../http/define-endpoint.ts';
import { clientOf, isDirect, isLocal, type Reach } from '../network/client.ts';
import type { Metrics } from './metrics.ts';

export interface MetricsParts {
  readonly metrics: Metrics;
  /** What a reader has to send. Without one, the metrics are for programs on this machine. */
  readonly token?: string;
  /** Whether the token is read from an open line. */
  readonly allowHttp: boolean;
  /** Who can reach the service. */
  readonly reach: Reach;
}

const endpoint = endpointsOf<MetricsParts>();

/**
 * `GET /metrics` in the text format of Prometheus. How busy a service is and how it fails is nobody's business but
 * the operator's: whoever may not read it gets the answer of a path that does not exist.
 */
const metrics = endpoint({
  method: 'get',
  path: '/metrics',
  operation: 'metrics',
  tag: 'Service',
  summary: 'Figures for Prometheus',
  description:
    'For whoever sends `PLATEN_METRICS_TOKEN` in place of a key. Where it is not set, for programs on the machine of the service, unless the settings say that it serves others (`PLATEN_PUBLIC_URL`, `TRUSTED_PROXIES`, open sign-up).',
  access: 'operator',
  answer: { description: 'Text format 0.0.4.', binary: ['text/plain'], headers: [] },
  errors: ['not_found', ...OPEN_ERRORS],
  handle: async ({ request, reply }, parts) => {
    const { token, reach } = parts;
    const mayRead = token === undefined ? isLocal(request, reach) : bringsToken(request, token, parts);
    if (!mayRead) throw new ApiError('not_found');
    const { registry } = parts.metrics;
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics());
  },
});

export const METRICS_ENDPOINTS: readonly HandledEndpoint<MetricsParts>[] = [metrics];

/**
 * As with keys, a token that somebody on the way could have read does not count. On loopback nobody could have, unless
 * a proxy passed it on; a token that is right gives away no more there than it did on its way.
 */
function bringsToken(request: FastifyRequest, token: string, { allowHttp, reach }: MetricsParts): boolean {
  if (!allowHttp && !isDirect(request) && !clientOf(request, reach).confidential) return false;
  const credential = readCredential(request.raw.rawHeaders);
  return credential.kind === 'key' && timingSafeEqual(digest(credential.key), digest(Buffer.from(token)));
}

/** Of one length for any input, so that comparing takes the same time. */
const digest = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();
