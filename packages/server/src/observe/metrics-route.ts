import { createHash, timingSafeEqual } from 'node:crypto';
import type { BlockList } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { readCredential } from '../access/credential.ts';
import { OPEN_ERRORS } from '../access/errors.ts';
import { ApiError } from '../errors.ts';
import { endpointsOf, type HandledEndpoint } from '../http/define-endpoint.ts';
import { clientOf } from '../network/client.ts';
import { isLoopback } from '../network/source.ts';
import type { Metrics } from './metrics.ts';

export interface MetricsParts {
  readonly metrics: Metrics;
  /** What a reader has to send. Without one, the metrics are for programs on this machine. */
  readonly token?: string;
  /** Whether the token is read from an open line. */
  readonly allowHttp: boolean;
  readonly trustedProxies?: BlockList;
}

/** Signs that somebody else's request is passed on to us. */
const FORWARDING = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

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
    'For programs on the machine of the service; where the operator has set `PLATEN_METRICS_TOKEN`, for whoever sends that in place of a key.',
  access: 'operator',
  answer: { description: 'Text format 0.0.4.', binary: ['text/plain'], headers: [] },
  errors: ['not_found', ...OPEN_ERRORS],
  handle: async ({ request, reply }, parts) => {
    const { token } = parts;
    const mayRead = token === undefined ? isLocal(parts) : bringsToken(token, parts);
    if (!mayRead(request)) throw new ApiError('not_found');
    const { registry } = parts.metrics;
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics());
  },
});

export const METRICS_ENDPOINTS: readonly HandledEndpoint<MetricsParts>[] = [metrics];

/**
 * A program on this machine that asks for itself. A proxy on this machine asks for others: it is known by its
 * headers, or by the public name that it asks for. That name also gives away a browser on this machine that a page
 * sends here under a name of its own (DNS rebinding).
 */
function isLocal({ trustedProxies }: MetricsParts): (request: FastifyRequest) => boolean {
  return (request) => {
    const { headers } = request.raw;
    if (FORWARDING.some((name) => headers[name] !== undefined)) return false;
    return isLoopback(clientOf(request, trustedProxies).address) && isLocalName(headers.host ?? '');
  };
}

function isLocalName(host: string): boolean {
  const name = host.replace(/:\d+$/, '').toLowerCase();
  return name === 'localhost' || isLoopback(name.replace(/^\[(.*)\]$/, '$1'));
}

/** As with keys, a token that somebody on the way could have read does not count. */
function bringsToken(token: string, { allowHttp, trustedProxies }: MetricsParts): (request: FastifyRequest) => boolean {
  const expected = digest(Buffer.from(token));
  return (request) => {
    if (!clientOf(request, trustedProxies).confidential && !allowHttp) return false;
    const credential = readCredential(request.raw.rawHeaders);
    return credential.kind === 'key' && timingSafeEqual(digest(credential.key), expected);
  };
}

/** Of one length for any input, so that comparing takes the same time. */
const digest = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();
