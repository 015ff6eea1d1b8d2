import { type CanaryRequest, nameOf } from './requests.ts';
import type { CanaryService } from './service.ts';

/** How a request was answered. */
export interface Sent {
  readonly request: CanaryRequest;
  readonly status: number;
}

interface Sender {
  readonly service: CanaryService;
  /** The session of a person. */
  readonly cookie: string;
}

/** Sends requests, several at a time, with the key of the service or the session of a person. */
export async function sendAll(
  requests: Iterable<CanaryRequest>,
  { service, cookie, onSent }: Sender & { readonly onSent: (count: number) => void },
): Promise<Sent[]> {
  const sent: Sent[] = [];
  // One iterator for all: each takes the next that nobody has taken.
  const open = requests[Symbol.iterator]();
  const work = async () => {
    for (let next = open.next(); !next.done; next = open.next()) {
      sent.push(await send(next.value, { service, cookie }));
      onSent(sent.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return sent;
}

/** More than the service has pages: what waits is tried too. */
const AT_ONCE = 6;

async function send(request: CanaryRequest, { service, cookie }: Sender): Promise<Sent> {
  const { endpoint, path, body, headers = {} } = request;
  const ofPeople = endpoint.access === 'open' || endpoint.access === 'session';
  const who: Record<string, string> = ofPeople
    ? { 'sec-fetch-site': 'same-origin', cookie }
    : { authorization: service.authorization };
  const form = body !== undefined && endpoint.request?.form ? formOf(body) : undefined;
  const json: Record<string, string> =
    body === undefined || form !== undefined ? {} : { 'content-type': 'application/json' };
  try {
    const response = await fetch(service.url + path, {
      method: endpoint.method.toUpperCase(),
      headers: { ...json, ...headers, ...who },
      ...(body === undefined ? {} : { body: form ?? JSON.stringify(body) }),
    });
    await response.arrayBuffer();
    if (response.ok) request.accepted?.();
    return { request, status: response.status };
  } catch (error) {
    throw new Error(`${nameOf(endpoint)} was not answered: ${path}`, { cause: error });
  }
}

/** A form of fields and files, which have names with a dot. */
function formOf(fields: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (name.includes('.')) form.append('files', new Blob([String(value)]), name);
    else form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  return form;
}
