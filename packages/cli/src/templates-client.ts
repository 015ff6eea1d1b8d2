import type { ServiceAddress } from './config.ts';

/** The service refused, or cannot be reached; the message says why. Exit status 1. */
export class ServiceError extends Error {
  /** Of the answer; undefined if there was none. */
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.name = 'ServiceError';
    this.status = status;
  }
}

/** A template as the service answers it. */
export interface RemoteTemplate {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly status: 'draft' | 'published' | 'changed';
  readonly version: number | null;
  readonly published_version: number | null;
  readonly content: string;
  readonly css: string | null;
  readonly header: string | null;
  readonly footer: string | null;
  readonly sample_data: Readonly<Record<string, unknown>> | null;
  readonly schema: Readonly<Record<string, unknown>> | null;
  readonly options: Readonly<Record<string, unknown>>;
  readonly escape: 'html' | 'none';
  readonly strict_variables: boolean;
  readonly assets: readonly { readonly name: string; readonly size: number; readonly sha256: string }[];
  readonly snippets: readonly { readonly name: string; readonly version: number; readonly content: string }[];
}

export interface RemoteSnippet {
  readonly name: string;
  readonly version: number;
  readonly content: string;
}

type Files = ReadonlyMap<string, Uint8Array>;

/** The templates of a service, over HTTP. */
export class TemplatesClient {
  readonly #url: string;
  readonly #key: string;

  constructor({ url, key }: Required<ServiceAddress>) {
    this.#url = url;
    this.#key = key;
  }

  /** @param reference slug, with `@3` or `@draft` if wanted */
  async template(reference: string): Promise<RemoteTemplate | undefined> {
    return await this.#find(`/v1/templates/${encodeURIComponent(reference)}`, 'template');
  }

  async asset(reference: string, name: string): Promise<Uint8Array> {
    const path = `/v1/templates/${encodeURIComponent(reference)}/assets?name=${encodeURIComponent(name)}`;
    return await (await this.#send('GET', path)).bytes();
  }

  async create(fields: object, files: Files): Promise<RemoteTemplate> {
    return await this.#json('POST', '/v1/templates', 'template', { fields, files });
  }

  /** Changes, and publishes unless the fields say `draft`. */
  async replace(slug: string, fields: object, files: Files): Promise<RemoteTemplate> {
    return await this.#json('PUT', `/v1/templates/${slug}`, 'template', { fields, files });
  }

  async change(slug: string, fields: object, files: Files): Promise<RemoteTemplate> {
    return await this.#json('PATCH', `/v1/templates/${slug}`, 'template', { fields, files });
  }

  async publish(slug: string): Promise<RemoteTemplate> {
    return await this.#json('POST', `/v1/templates/${slug}/publish`, 'template', { fields: {} });
  }

  async snippet(name: string): Promise<RemoteSnippet | undefined> {
    return await this.#find(`/v1/snippets/${encodeURIComponent(name)}`, 'snippet');
  }

  async createSnippet(name: string, content: string): Promise<RemoteSnippet> {
    return await this.#json('POST', '/v1/snippets', 'snippet', { fields: { name, content } });
  }

  async replaceSnippet(name: string, content: string): Promise<RemoteSnippet> {
    return await this.#json('PUT', `/v1/snippets/${name}`, 'snippet', { fields: { content } });
  }

  async #find<Value>(path: string, member: string): Promise<Value | undefined> {
    try {
      return await this.#json('GET', path, member);
    } catch (error) {
      if (error instanceof ServiceError && error.status === 404) return undefined;
      throw error;
    }
  }

  async #json<Value>(
    method: string,
    path: string,
    member: string,
    body?: { readonly fields: object; readonly files?: Files },
  ): Promise<Value> {
    const response = await this.#send(method, path, body);
    const answer: unknown = await response.json().catch(() => undefined);
    const value =
      typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>)[member] : undefined;
    if (typeof value !== 'object' || value === null) throw new ServiceError(`${this.#url} is no service of Platen.`);
    return value as Value;
  }

  async #send(
    method: string,
    path: string,
    body?: { readonly fields: object; readonly files?: Files },
  ): Promise<Response> {
    const form = body?.files && body.files.size > 0 ? formOf(body.fields, body.files) : undefined;
    const response = await fetch(this.#url + path, {
      method,
      // A key goes to the service that was named, and nowhere else.
      redirect: 'error',
      headers: {
        authorization: `Bearer ${this.#key}`,
        ...(body && !form ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: form ?? JSON.stringify(body.fields) } : {}),
    }).catch((error: Error) => {
      throw new ServiceError(`${this.#url} cannot be reached (${codeOf(error)}).`);
    });
    if (!response.ok) throw await refusal(response);
    return response;
  }
}

function formOf(fields: object, files: Files): FormData {
  const form = new FormData();
  form.append('request', JSON.stringify(fields));
  for (const [name, bytes] of files) form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), name);
  return form;
}

const codeOf = ({ cause, message }: Error): string =>
  cause instanceof Error && 'code' in cause ? String(cause.code) : message;

/** What the service says is wrong: the detail, and that of each further fault. */
async function refusal(response: Response): Promise<ServiceError> {
  const problem: unknown = await response.json().catch(() => undefined);
  const { detail, errors } = (problem ?? {}) as { readonly detail?: unknown; readonly errors?: unknown };
  if (typeof detail !== 'string') return new ServiceError(`The service answered ${response.status}.`, response.status);
  const others = (Array.isArray(errors) ? errors : []).map((error: { readonly detail?: unknown }) =>
    String(error.detail),
  );
  return new ServiceError([...new Set([detail, ...others])].join('\n  '), response.status);
}
