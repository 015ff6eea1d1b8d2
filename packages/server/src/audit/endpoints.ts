import { GATE_ERRORS } from '../access/errors.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { auditAnswer, auditQuery, logAnswer, logQuery } from './schema.ts';

/** What the reference says of `/v1/audit` and `/v1/logs`. */

const TAG = 'Records';

export const RECORD_ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'get',
    path: '/v1/logs',
    operation: 'list_logs',
    tag: TAG,
    summary: 'List requests',
    description:
      'One row for each request that was let in, a second late, for 30 days. Nothing of their content is in it.',
    query: logQuery,
    answer: { description: 'The requests, newest first.', json: logAnswer, headers: [] },
    errors: ['invalid_request', 'unknown_field', ...GATE_ERRORS],
  },
  {
    method: 'get',
    path: '/v1/audit',
    operation: 'list_audit',
    tag: TAG,
    summary: 'List what was done',
    description:
      'Who did what: keys that were made, changed, replaced or revoked, and what was refused. Rows are never changed; each carries the hash of the one before, so that a missing or changed one shows.',
    query: auditQuery,
    answer: { description: 'The rows, newest first.', json: auditAnswer, headers: [] },
    errors: ['invalid_request', 'unknown_field', ...GATE_ERRORS],
  },
];
