import { Analysis } from './analysis.ts';
import { Batches } from './batches.ts';
import { PlatenFile } from './file.ts';
import { Jobs } from './jobs.ts';
import type { Schemas } from './schemas.ts';
import { Templates } from './templates.ts';
import { type Call, type CallOptions, type PlatenOptions, Transport } from './transport.ts';

/** What is converted; beside these the fields of a request, such as `source` with files. */
export interface Input {
  /** HTML, or a Liquid template if there is `data`. */
  readonly html?: string;
  /** The address of a page. */
  readonly url?: string;
}

export type PdfRequest = Schemas['PdfRequest'] & Input;
export type ImageRequest = Schemas['ImageRequest'] & Input;
export type TextRequest = Schemas['TextRequest'] & Input;
export type MarkdownRequest = Schemas['MarkdownRequest'] & Input;
export type SeveralRequest = Schemas['SeveralRequest'] & Input;
/** By the name of the conversion. */
export interface Requests {
  readonly pdf: PdfRequest;
  readonly image: ImageRequest;
  readonly text: TextRequest;
  readonly markdown: MarkdownRequest;
}

/**
 * The Platen API.
 * @example
 * const platen = new Platen({ key: process.env.PLATEN_API_KEY, url: 'https://pdf.example.com' });
 * const pdf = await platen.pdf({ html: '<h1>Hello {{ name }}</h1>', data: { name: 'Ada' } });
 * await writeFile('hello.pdf', pdf.body);
 */
export class Platen {
  readonly templates: Templates;
  readonly jobs: Jobs;
  readonly batches: Batches;
  readonly analysis: Analysis;
  readonly #transport: Transport;

  constructor(options: PlatenOptions = {}) {
    this.#transport = new Transport(options);
    this.templates = new Templates(this.#transport);
    this.jobs = new Jobs(this.#transport);
    this.batches = new Batches(this.#transport);
    this.analysis = new Analysis(this.#transport);
  }

  pdf(request: PdfRequest, options?: CallOptions): Promise<PlatenFile> {
    return this.#convert('pdf', request, options);
  }

  image(request: ImageRequest, options?: CallOptions): Promise<PlatenFile> {
    return this.#convert('image', request, options);
  }

  text(request: TextRequest, options?: CallOptions): Promise<PlatenFile> {
    return this.#convert('text', request, options);
  }

  markdown(request: MarkdownRequest, options?: CallOptions): Promise<PlatenFile> {
    return this.#convert('markdown', request, options);
  }

  /** Several results of one loaded page. */
  convert(request: SeveralRequest, options?: CallOptions): Promise<Schemas['Results']> {
    const body = { ...bodyOf(request), response_type: 'json' };
    return this.#transport.json('/v1/convert', { method: 'POST', body, ...options });
  }

  /** Converts later. @returns the id of a job, for `jobs.wait` and `jobs.result` */
  async queue<Kind extends keyof Requests>(
    kind: Kind,
    request: Requests[Kind],
    options?: CallOptions,
  ): Promise<string> {
    const body = { ...bodyOf(request), async: true };
    const { id } = await this.#transport.json<{ id: string }>(`/v1/convert/${kind}`, {
      method: 'POST',
      body,
      ...options,
    });
    return id;
  }

  /** The organization, the key, and what is left of its limits. */
  account(options?: CallOptions): Promise<Record<string, unknown>> {
    return this.#transport.json('/v1/account', options);
  }

  /** What was used, by day, key and format; the newest day first. */
  usage(query: { readonly since?: string; readonly until?: string } = {}, options?: CallOptions) {
    return this.#transport.json<{ readonly data: readonly Readonly<Record<string, unknown>>[] }>('/v1/credits/usage', {
      query: { ...query },
      ...options,
    });
  }

  /**
   * Any call of the API; for what has no method of its own. What is wrong with it is thrown as with those.
   * @param path with its version, such as `/v1/keys`
   */
  send(path: string, call?: Call): Promise<Response> {
    return this.#transport.send(path, call);
  }

  /** As {@link send}, for an answer that is JSON. */
  json<Answer>(path: string, call?: Call): Promise<Answer> {
    return this.#transport.json(path, call);
  }

  async #convert(kind: keyof Requests, request: object, options?: CallOptions): Promise<PlatenFile> {
    return new PlatenFile(
      await this.#transport.send(`/v1/convert/${kind}`, { method: 'POST', body: bodyOf(request), ...options }),
    );
  }
}

/** A request with its short forms written out. */
function bodyOf(request: object): object {
  const { html, url, ...fields } = request as Input & { readonly source?: unknown };
  if (html === undefined && url === undefined) return fields;
  return {
    ...fields,
    source: { ...(fields.source as object | undefined), ...(html === undefined ? { url } : { html }) },
  };
}
