import type { IncomingHttpHeaders } from 'node:http';
import type { z } from 'zod';
import type { LaterBeside } from '../../conversions/later-fields.ts';
import { GOTENBERG_WEBHOOK } from '../../destinations/kinds/gotenberg-webhook.ts';
import { ApiError } from '../../errors.ts';
import type { HeaderEntry } from '../../http/endpoint.ts';
import { readJsonText } from '../../http/parse-json.ts';
import { readTraceparent } from '../../observe/traceparent.ts';
import { EVENTS_OF_FORM, type WebhookForm } from '../../webhooks/forms.ts';
import { targetParts } from '../../webhooks/target.ts';
import { OUTPUT_NAME } from './form-field.ts';
import { headerOf, refusedHeader } from './header.ts';

/** The headers by which a request of Gotenberg's has its result sent somewhere, and is answered at once. */

const URL_NAME = 'Gotenberg-Webhook-Url';
const METHOD = 'Gotenberg-Webhook-Method';
const ERROR_URL = 'Gotenberg-Webhook-Error-Url';
const ERROR_METHOD = 'Gotenberg-Webhook-Error-Method';
const EVENTS_URL = 'Gotenberg-Webhook-Events-Url';
const EXTRA = 'Gotenberg-Webhook-Extra-Http-Headers';
const BESIDE_URL = [METHOD, ERROR_URL, ERROR_METHOD, EVENTS_URL, EXTRA];

export const WEBHOOK_HEADERS: readonly HeaderEntry[] = [
  { name: OUTPUT_NAME, description: 'Names the result.' },
  { name: 'Gotenberg-Trace', description: 'Comes back with the answer, and with what is sent.' },
  { name: URL_NAME, description: 'Sends the result there. The answer is 204 at once.' },
  { name: METHOD, description: 'POST, PUT or PATCH. Default: POST.' },
  { name: ERROR_URL, description: 'Is told of a failure: `status` and `message` as JSON.' },
  { name: ERROR_METHOD, description: 'POST, PUT or PATCH. Default: POST.' },
  {
    name: EVENTS_URL,
    description: `Is told by POST of \`webhook.success\` and \`webhook.error\`; in place of \`${ERROR_URL}\`.`,
  },
  { name: EXTRA, description: 'Headers that go with all of it, as a JSON object.' },
];

/** Names of ours that refusals may have. */
export const WEBHOOK_WORDS: readonly (readonly [ours: string, theirs: string])[] = [
  [URL_NAME, URL_NAME],
  ['webhook.url', ERROR_URL],
  ['webhook.url', EVENTS_URL],
];

/** Headers of a file that mean nothing to who is told of a failure: its body is another one. */
const OF_BODY = /^(?:content-.*|user-agent|gotenberg-trace)$/i;

/**
 * Where the result is sent, and its failure told.
 * @param trace the identifier of the request
 * @returns undefined if the answer is the result
 * @throws ApiError `invalid_request`, `not_supported`
 */
export function webhookOf(headers: IncomingHttpHeaders, trace: string): LaterBeside | undefined {
  const sent = (name: string) => headerOf(headers, name);
  const url = sent(URL_NAME);
  if (url === undefined) {
    const without = BESIDE_URL.find((name) => sent(name) !== undefined);
    if (without) throw refusedHeader(without, `it means nothing without '${URL_NAME}'.`);
    return undefined;
  }
  const [errorUrl, eventsUrl] = [sent(ERROR_URL), sent(EVENTS_URL)];
  const toldAt = errorUrl ?? eventsUrl;
  if (toldAt === undefined) throw refusedHeader(ERROR_URL, `give it, or '${EVENTS_URL}'.`);
  if (errorUrl !== undefined && eventsUrl !== undefined) throw withBoth();
  const form: WebhookForm = { name: errorUrl === undefined ? 'gotenberg_event' : 'gotenberg_error', trace };
  const name = errorUrl === undefined ? EVENTS_URL : ERROR_URL;
  const extra = { ...tracedAs(headers), ...extraOf(sent(EXTRA)) };
  const { shape } = GOTENBERG_WEBHOOK.settings;
  const told = Object.entries(extra).filter(([header]) => !OF_BODY.test(header));
  return {
    destinations: [
      {
        at: `/${URL_NAME}`,
        kind: GOTENBERG_WEBHOOK.name,
        url: checked(URL_NAME, shape.url, url),
        method: methodOf(METHOD, sent(METHOD)),
        headers: checked(EXTRA, shape.headers, extra),
        trace,
      } as LaterBeside['destinations'][number],
    ],
    webhook: {
      url: checked(name, targetParts.url, toldAt),
      method: errorUrl === undefined ? 'POST' : methodOf(ERROR_METHOD, sent(ERROR_METHOD)),
      headers: { ...checked(EXTRA, targetParts.headers, Object.fromEntries(told)), 'gotenberg-trace': trace },
      auth: null,
      events: EVENTS_OF_FORM[form.name],
      form,
    },
  };
}

/** The caller's span goes with all that is sent, as there (W3C Trace Context, section 3.2). */
const tracedAs = ({ traceparent }: IncomingHttpHeaders): Readonly<Record<string, unknown>> =>
  readTraceparent(traceparent) ? { traceparent } : {};

function withBoth(): ApiError {
  const detail = `'${ERROR_URL}' and '${EVENTS_URL}' are not supported together. Leave one of them out: both tell of failures.`;
  return new ApiError('not_supported', {
    detail,
    issues: [{ pointer: `/${EVENTS_URL}`, code: 'not_supported', detail }],
  });
}

function methodOf(name: string, text = 'POST') {
  const method = targetParts.method.safeParse(text.toUpperCase());
  if (!method.success) throw refusedHeader(name, 'it has to be POST, PUT or PATCH.');
  return method.data;
}

function extraOf(text = '{}'): Readonly<Record<string, unknown>> {
  const read = readJsonText(text);
  if ('fault' in read) throw refusedHeader(EXTRA, `it has to be JSON. ${read.fault}`);
  const { value } = read;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw refusedHeader(EXTRA, 'it has to be a JSON object of texts.');
  // The length of the body is known when it is sent.
  return Object.fromEntries(Object.entries(value).filter(([name]) => name.toLowerCase() !== 'content-length'));
}

function checked<Value>(name: string, schema: z.ZodType<Value>, value: unknown): Value {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const [{ path = [], message = '' } = {}] = read.error.issues;
  throw refusedHeader(name, `${path.length > 0 ? `'${path.join('.')}' ` : 'it '}${message}.`);
}
