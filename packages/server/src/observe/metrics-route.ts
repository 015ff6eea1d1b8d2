import { OPEN_ERRORS } from '../access/errors.ts';
import { bringsToken } from '../access/operator.ts';
import { ApiError } from '../errors.ts';
import { endpointsOf, type HandledEndpoint } from '../http/define-endpoint.ts';
import { isLocal, type Reach } from '../network/client.ts';
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
    'For whoever sends `PLATEN_METRICS_TOKEN` in place of a key; without one, for programs on this machine, unless it serves others.',
  access: 'operator',
  answer: { description: 'Text format 0.0.4.', binary: ['text/plain'], headers: [] },
  errors: ['not_found', ...OPEN_ERRORS],
  handle: async ({ request, reply }, parts) => {
    const { token, reach, allowHttp } = parts;
    const mayRead = token === undefined ? isLocal(request, reach) : bringsToken(request, { token, allowHttp, reach });
    if (!mayRead) throw new ApiError('not_found');
    const { registry } = parts.metrics;
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics());
  },
});

export const METRICS_ENDPOINTS: readonly HandledEndpoint<MetricsParts>[] = [metrics];
