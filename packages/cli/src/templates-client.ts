import type { ServiceAddress } from './config.ts';
import { askService, type Files, ServiceError } from './service.ts';

/** Data to try a template with, under a name. */
export interface Sample {
  readonly name: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A template as the service answers it. */
export interface RemoteTemplate {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  /** Empty for none. */
  readonly folder: string;
  readonly status: 'draft' | 'published' | 'changed';
  readonly version: number | null;
  readonly published_version: number | null;
  readonly content: string;
  readonly css: string | null;
  readonly header: string | null;
  readonly footer: string | null;
  readonly sample_data: Readonly<Record<string, unknown>> | null;
  readonly samples: readonly Sample[];
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

/** The templates of a service, over HTTP. */
export class TemplatesClient {
  readonly #service: Required<ServiceAddress>;

  constructor(service: Required<ServiceAddress>) {
    this.#service = service;
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
    if (typeof value !== 'object' || value === null)
      throw new ServiceError(`${this.#service.url} is no service of Platen.`);
    return value as Value;
  }

  async #send(
    method: string,
    path: string,
    body?: { readonly fields: object; readonly files?: Files },
  ): Promise<Response> {
    return await askService(this.#service, { method, path, body });
  }
}
