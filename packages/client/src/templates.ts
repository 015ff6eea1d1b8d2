import type { Schemas } from './schemas.ts';
import type { CallOptions, Transport } from './transport.ts';

export type Template = Schemas['Template'];

/** `/v1/templates`: stored documents; `pdf({ template_id, data })` fills one. */
export class Templates {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** @throws PlatenError `slug_taken` */
  async create(request: Schemas['CreateTemplateRequest'], options?: CallOptions): Promise<Template> {
    return await this.#one('/v1/templates', { method: 'POST', body: request, ...options });
  }

  /** @param reference its slug or id; with `@3` that version, with `@draft` what is being worked on */
  async get(reference: string, options?: CallOptions): Promise<Template> {
    return await this.#one(pathOf(reference), options);
  }

  /** Changes and publishes it; what is not named stays. */
  async update(slug: string, request: Schemas['ReplaceTemplateRequest'], options?: CallOptions): Promise<Template> {
    return await this.#one(pathOf(slug), { method: 'PUT', body: request, ...options });
  }

  /** With all its versions, at once and for good. */
  async remove(slug: string, options?: CallOptions): Promise<void> {
    await this.#transport.json(pathOf(slug), { method: 'DELETE', ...options });
  }

  /** All of them, page after page. */
  async *list(options?: CallOptions): AsyncGenerator<Schemas['TemplateEntry'], void> {
    for (let page = 0; ; page += 1) {
      const { templates } = await this.#transport.json<{
        readonly templates: { readonly data: readonly Schemas['TemplateEntry'][]; readonly has_more: boolean };
      }>('/v1/templates', { query: { page }, ...options });
      yield* templates.data;
      if (!templates.has_more) return;
    }
  }

  async #one(path: string, call?: Parameters<Transport['json']>[1]): Promise<Template> {
    return (await this.#transport.json<{ template: Template }>(path, call)).template;
  }
}

const pathOf = (slug: string): string => `/v1/templates/${encodeURIComponent(slug)}`;
