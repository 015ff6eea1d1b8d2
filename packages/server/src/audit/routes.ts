import type { FastifyInstance } from 'fastify';
import { callerOf } from '../access/caller.ts';
import { invalidField, valid } from '../http/valid.ts';
import type { AuditLog } from './audit-log.ts';
import type { AuditRow } from './chain.ts';
import type { RequestLog } from './request-log.ts';
import { type AuditJson, auditQuery, type LogJson, logQuery } from './schema.ts';

export interface RecordRouteOptions {
  readonly audit: AuditLog;
  readonly requests: RequestLog;
}

/** `/v1/audit`, who did what, and `/v1/logs`, the requests, of the caller's organisation. */
export function recordRoutes(scope: FastifyInstance, { audit, requests }: RecordRouteOptions): void {
  scope.get('/v1/audit', async (request) => {
    const { limit, cursor, since, until, ...filter } = valid(auditQuery, request.query);
    const rows = await audit.list(callerOf(request).organisationId, {
      ...filter,
      ...times(since, until),
      before: cursor === undefined ? undefined : readSeq(cursor),
      limit: limit + 1,
    });
    return page(rows, limit, auditJson, ({ seq }) => String(seq));
  });

  scope.get('/v1/logs', async (request) => {
    const { limit, cursor, since, until, status, key_id } = valid(logQuery, request.query);
    const rows = await requests.list(callerOf(request).organisationId, {
      status,
      keyId: key_id,
      ...times(since, until),
      before: cursor === undefined ? undefined : readPlace(cursor),
      limit: limit + 1,
    });
    return page(rows, limit, logJson, ({ at, id }) => `${at.getTime()}.${id}`);
  });
}

function page<Row, Json>(rows: readonly Row[], limit: number, json: (row: Row) => Json, cursor: (row: Row) => string) {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    success: true,
    data: shown.map(json),
    has_more: last !== undefined,
    next_cursor: last === undefined ? null : cursor(last),
  };
}

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

function logJson(row: Awaited<ReturnType<RequestLog['list']>>[number]): LogJson {
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
