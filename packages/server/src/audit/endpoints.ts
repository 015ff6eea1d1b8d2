import type { z } from 'zod';
import { callerOf } from '../access/caller.ts';
import { GATE_ERRORS } from '../access/errors.ts';
import { endpointsOf, type HandledEndpoint, jsonAnswer } from '../http/define-endpoint.ts';
import { page } from '../http/page.ts';
import { invalidField } from '../http/valid.ts';
import type { AuditLog } from './audit-log.ts';
import type { AuditRow } from './chain.ts';
import type { AuditReads } from './reads.ts';
import type { RequestLog } from './request-log.ts';
import { type AuditJson, auditAnswer, auditQuery, type LogJson, logAnswer, logQuery } from './schema.ts';

/** `/v1/audit`, who did what, and `/v1/logs`, the requests, of the caller's organisation. */

export interface RecordParts {
  readonly audit: AuditLog;
  readonly reads: AuditReads;
  readonly requests: RequestLog;
}

const endpoint = endpointsOf<RecordParts>();

const logs = endpoint({
  method: 'get',
  path: '/v1/logs',
  operation: 'list_logs',
  tag: 'Records',
  summary: 'List requests',
  description: 'One row for each request that was let in, a second late. Nothing of their content is in it.',
  access: { resource: 'logs', action: 'read' },
  scope: ['logs:read'],
  query: logQuery,
  answer: jsonAnswer('The requests, newest first.', logAnswer),
  errors: ['invalid_request', 'unknown_field', ...GATE_ERRORS],
  handle: async ({ request, query }, { requests }) => await logPage(requests, callerOf(request).organisationId, query),
});

/** What `/v1/logs` answers to a query. */
export async function logPage(
  requests: RequestLog,
  organisationId: string,
  { limit, cursor, since, until, status, key_id }: z.infer<typeof logQuery>,
) {
  const rows = await requests.list(organisationId, {
    status,
    keyId: key_id,
    ...times(since, until),
    before: cursor === undefined ? undefined : readPlace(cursor),
    limit: limit + 1,
  });
  return page(rows, limit, logJson, ({ at, id }) => `${at.getTime()}.${id}`);
}

const actions = endpoint({
  method: 'get',
  path: '/v1/audit',
  operation: 'list_audit',
  tag: 'Records',
  summary: 'List what was done',
  description:
    'Who did what, and what was refused. Each row has the hash of the one before. Reading is a row too, one for all pages.',
  access: { resource: 'audit', action: 'read' },
  scope: ['audit:read'],
  query: auditQuery,
  answer: jsonAnswer('The rows, newest first.', auditAnswer),
  errors: ['invalid_request', 'unknown_field', ...GATE_ERRORS],
  handle: async ({ request, query }, { audit, reads }) => {
    const { limit, cursor, since, until, ...filter } = query;
    const { organisationId, id } = callerOf(request);
    const rows = await audit.list(organisationId, {
      ...filter,
      ...times(since, until),
      before: cursor === undefined ? undefined : readSeq(cursor),
      limit: limit + 1,
    });
    const given = Object.entries({ ...filter, since, until }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    );
    await reads.note(organisationId, id, { isFurther: cursor !== undefined, detail: Object.fromEntries(given) });
    return page(rows, limit, auditJson, ({ seq }) => String(seq));
  },
});

export const RECORD_ENDPOINTS: readonly HandledEndpoint<RecordParts>[] = [logs, actions];

const times = (since: string | undefined, until: string | undefined) => ({
  since: since === undefined ? undefined : new Date(since),
  until: until === undefined ? undefined : new Date(until),
});

function readSeq(cursor: string): number {
  if (!/^[0-9]{1,15}$/.test(cursor)) throw unknownCursor();
  return Number(cursor);
}

function readPlace(cursor: string): { at: Date; id: string } {
  const [, at, id] = /^([0-9]{1,13})\.(req_\w+)$/.exec(cursor) ?? [];
  if (at === undefined || id === undefined) throw unknownCursor();
  return { at: new Date(Number(at)), id };
}

const unknownCursor = () => invalidField('/cursor', '"cursor" must be "next_cursor" of an answer.');

const auditJson = ({ id, seq, at, actor, action, target, detail, hash }: AuditRow): AuditJson => ({
  id,
  seq,
  at: at.toISOString(),
  actor,
  action,
  target,
  detail,
  hash: hash.toString('hex'),
});

/** A request as `/v1/logs` shows it. */
export function logJson(row: Awaited<ReturnType<RequestLog['list']>>[number]): LogJson {
  const { id, request_id, at, key_id, method, route, status, duration_ms, bytes, format, credits, error_code } = row;
  return {
    id,
    request_id,
    at: at.toISOString(),
    key_id,
    method,
    route,
    status,
    duration_ms,
    bytes,
    format,
    credits,
    error_code,
  };
}
