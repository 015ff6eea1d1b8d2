import { BODY_ERRORS, GATE_ERRORS, OPEN_ERRORS } from '../access/errors.ts';
import { ANALYSIS_ERRORS } from '../analysis/endpoints.ts';
import { SUBSCRIPTION_ERRORS } from '../billing/endpoints.ts';
import { CONVERSION_ERRORS, ENGINE_FAILURES } from '../conversions/errors.ts';
import { API_ERRORS, type ApiErrorCode } from '../errors.ts';
import { IDEMPOTENCY_ERRORS } from '../idempotency/endpoints.ts';
import { SESSION_ERRORS } from '../people/auth-parts.ts';

/** Classes of statuses of errors, as OpenAPI names ranges. */
export const CLASSES = ['4XX', '5XX'] as const;
export type StatusClass = (typeof CLASSES)[number];

const without = (codes: readonly ApiErrorCode[], others: readonly ApiErrorCode[]): readonly ApiErrorCode[] =>
  codes.filter((code) => !others.includes(code));

const FIELD_ERRORS: readonly ApiErrorCode[] = ['invalid_request', 'unknown_field'];

/** Errors that many operations have together, under the name by which each of them refers to all. Some have others in them. */
const GROUPS: ReadonlyMap<string, readonly ApiErrorCode[]> = new Map([
  ['any request', OPEN_ERRORS],
  ['sessions', SESSION_ERRORS],
  ['keys', GATE_ERRORS],
  ['fields', FIELD_ERRORS],
  ['bodies', without(BODY_ERRORS, FIELD_ERRORS)],
  ['repeats', IDEMPOTENCY_ERRORS],
  ['pages', without(ENGINE_FAILURES, BODY_ERRORS)],
  ['conversions', without(CONVERSION_ERRORS, [...ENGINE_FAILURES, ...BODY_ERRORS, ...GATE_ERRORS])],
  ['analyses', ANALYSIS_ERRORS],
  ['subscriptions', SUBSCRIPTION_ERRORS],
]);

/** Whether a group is a part of another. */
const isWithin = (members: readonly ApiErrorCode[], others: readonly ApiErrorCode[]): boolean =>
  members.length < others.length && members.every((code) => others.includes(code));

const isOf = (code: ApiErrorCode, of: StatusClass): boolean =>
  String(API_ERRORS[code].status).slice(0, 1) === of.slice(0, 1);

/**
 * Errors of a class in words: ``Of any request and keys; 404 `not_found`.`` Groups are named with 4XX, and meant
 * with both; empty if there is nothing to say.
 */
export function errorsText(codes: readonly ApiErrorCode[], of: StatusClass): string {
  const complete = [...GROUPS].filter(([, members]) => members.every((code) => codes.includes(code)));
  const outermost = complete.filter(([, members]) => complete.every(([, others]) => !isWithin(members, others)));
  const rest = without(
    codes,
    complete.flatMap(([, members]) => members),
  ).filter((code) => isOf(code, of));
  const names = of === '4XX' ? new Intl.ListFormat('en-GB').format(outermost.map(([name]) => name)) : '';
  const parts = [...(names === '' ? [] : [`Of ${names}`]), ...statusTexts(rest)];
  return parts.length === 0 ? '' : `${parts.join('; ')}.`;
}

/** What the answer of a class says, whatever the operation. */
export const CLASS_TEXTS: Readonly<Record<StatusClass, string>> = {
  '4XX': 'The request is at fault; the body says how.',
  '5XX': 'The service is at fault; the body says how. Those of the groups that are named with 4XX.',
};

/** What each group has, as a table in Markdown. */
export function errorGroupsText(): string {
  const rows = [...GROUPS].map(([name, codes]) => {
    const inner = [...GROUPS].filter(([, members]) => isWithin(members, codes));
    const told = inner.filter(([, members]) => inner.every(([, others]) => !isWithin(members, others)));
    const own = statusTexts(
      without(
        codes,
        inner.flatMap(([, members]) => members),
      ),
    );
    return `| ${name} | ${[...told.map(([group]) => `those of ${group}`), ...own].join('; ')} |`;
  });
  return ['| errors of | |', '|---|---|', ...rows].join('\n');
}

/** ``404 `not_found` ``, for each status in order. */
export function statusTexts(codes: readonly ApiErrorCode[], nameOf: (code: ApiErrorCode) => string = String): string[] {
  const byStatus = Map.groupBy(new Set(codes), (code) => API_ERRORS[code].status);
  return [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, same]) => `${status} ${[...new Set(same.map((code) => `\`${nameOf(code)}\``))].join(', ')}`);
}
