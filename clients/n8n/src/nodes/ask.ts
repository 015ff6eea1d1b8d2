import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { Asker, Context, HttpResponse, Json, Method } from '../n8n.ts';

export interface Answer {
  readonly bytes: Buffer;
  readonly headers: HttpResponse['headers'];
}

/**
 * Asks the service of the credential.
 * @throws NodeApiError for an answer that is an error, with what the service says of it
 */
export const ask = (context: Asker, item: number, path: string, body?: Json): Promise<Answer> =>
  request(context, item, body ? 'POST' : 'GET', path, body);

/** The same by another method. */
export async function request(
  context: Asker,
  item: number,
  method: Method,
  path: string,
  body?: Json,
): Promise<Answer> {
  const { url } = await context.getCredentials('platenApi', item);
  const {
    statusCode,
    headers,
    body: given,
  } = await context.helpers.httpRequestWithAuthentication.call(context, 'platenApi', {
    method,
    url: String(url).replace(/\/+$/, '') + path,
    ...(body ? { body, headers: { 'content-type': 'application/json' } } : {}),
    encoding: 'arraybuffer',
    returnFullResponse: true,
    ignoreHttpStatusErrors: true,
  });
  const bytes = Buffer.isBuffer(given) ? given : Buffer.from(given);
  if (statusCode >= 400) throw apiError(context, item, { statusCode, bytes });
  return { bytes, headers };
}

/** The answer as JSON. @throws NodeApiError if it is none: something else than the service answers at this address */
export function jsonOf(context: Asker, item: number, { bytes }: Pick<Answer, 'bytes'>): Json {
  const json = objectIn(bytes.toString('utf8'));
  if (json) return json;
  const message = 'The answer is no JSON: something else than Platen is at the URL of the credential.';
  throw new NodeApiError(context.getNode(), {}, { message, itemIndex: item });
}

function apiError(context: Asker, item: number, { statusCode, bytes }: { statusCode: number; bytes: Buffer }): Error {
  const problem = objectIn(bytes.toString('utf8')) ?? {};
  const { title, detail, error, error_code: code = problem.code } = problem;
  const words = {
    message: String(title ?? error ?? `The service answered ${statusCode}.`),
    description: [detail, typeof code === 'string' ? `(${code})` : undefined].filter(Boolean).join(' ') || null,
    httpCode: String(statusCode),
    itemIndex: item,
  };
  return new NodeApiError(context.getNode(), problem, words);
}

/** A field that holds a JSON object, which n8n gives as text or as the object itself. @throws NodeOperationError */
export function objectOf(
  context: Context,
  item: number,
  { name, label }: { name: string; label: string },
): Json | undefined {
  const value = context.getNodeParameter(name, item, '');
  if (value === '' || value === undefined || value === null) return undefined;
  const object = typeof value === 'string' ? objectIn(value) : value;
  if (typeof object === 'object' && object !== null && !Array.isArray(object)) return object as Json;
  throw new NodeOperationError(context.getNode(), `"${label}" has to be a JSON object.`, { itemIndex: item });
}

function objectIn(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
  } catch {
    return undefined;
  }
}
