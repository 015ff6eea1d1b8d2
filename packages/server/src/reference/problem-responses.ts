import { API_ERRORS, type ApiErrorCode } from '../errors.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { analysisCodeOf } from '../http/problem.ts';
import { headerOf, type Response } from './openapi-types.ts';

/** Errors of an operation by status, with their codes. Those of the service have one answer: what a client does is the same. */
export function problemResponses({ errors: codes, path }: Endpoint): Record<string, Response> {
  const byStatus = Map.groupBy(codes, (code) => statusOf(code));
  return Object.fromEntries(
    [...byStatus].map(([status, same]) => [status, problemResponse(same, path.startsWith('/api/'))]),
  );
}

/** OpenAPI 3.1, section 4.8.16: a range of statuses stands for each that has no answer of its own. */
const statusOf = (code: ApiErrorCode): string =>
  API_ERRORS[code].status < 500 ? String(API_ERRORS[code].status) : '5XX';

/** Errors of one status that are told in words; of more, the schema has the codes and the page of errors says what each means. */
const TOLD = 1;

function problemResponse(codes: readonly ApiErrorCode[], ofAnalysis: boolean): Response {
  const entries = codes.map((code) => ({
    code: ofAnalysis ? analysisCodeOf(code) : code,
    title: API_ERRORS[code].title,
  }));
  const headers = retryAfterOf(codes);
  const [type, schema, member] = ofAnalysis
    ? ['application/json', 'AnalysisProblem', 'code']
    : ['application/problem+json', 'Problem', 'error_code'];
  const narrowed = { properties: { [member]: { enum: [...new Set(entries.map(({ code }) => code))] } } };
  return {
    description:
      entries.length > TOLD
        ? 'Named by `error_code`.'
        : entries.map(({ code, title }) => `\`${code}\`: ${title}.`).join(' '),
    ...(headers ? { headers } : {}),
    content: { [type]: { schema: { allOf: [{ $ref: `#/components/schemas/${schema}` }, narrowed] } } },
  };
}

/** Whether answers with one of these codes say when to try again; some of them may not. */
function retryAfterOf(codes: readonly ApiErrorCode[]): Response['headers'] | undefined {
  const entries = codes.filter((code) => API_ERRORS[code].retryAfter !== undefined).length;
  if (entries === 0) return undefined;
  const description = 'Seconds to wait before the next try.';
  return { 'Retry-After': headerOf({ name: 'Retry-After', description, optional: entries < codes.length }) };
}
