import {
  type ConversionResult,
  type ConvertOptions,
  type Engine,
  type OutputFormat,
  type OutputKind,
  type SeveralResults,
  type SourceFile,
  type ValidRequest,
  validateRequest,
  validateSeveral,
} from '@platen/engine';
import type { Asker } from '../access/asker.ts';
import type { Destinations } from '../destinations/open.ts';
import type { JobDestination } from '../destinations/resolve.ts';
import { ApiError } from '../errors.ts';
import type { RequestBody } from '../http/request-body.ts';
import type { ResolvedTemplate, TemplateResolver } from '../templates/resolve.ts';
import {
  type AnswerFields,
  answerFields,
  checkAnswerFields,
  checkSeveralAnswer,
  type SeveralAnswerFields,
  severalAnswerFields,
  unusedAnswerFields,
  unusedSeveralFields,
  withResponseType,
} from './answer-fields.ts';
import { chargeFields, isSandbox, SANDBOX_MARK } from './charged.ts';
import { imageFormat } from './image-format.ts';
import {
  isKept,
  type Later,
  type LaterBeside,
  type LaterFields,
  laterFields,
  laterOf,
  unkept,
} from './later-fields.ts';
import { pointedAtTemplate, type TemplateUse, templateFields, validated } from './template-request.ts';

/** What is made: one result of a kind, or several of one loaded page. */
export type ConversionKind = OutputKind | 'several';

/** A conversion as somebody asks for it: by HTTP, or earlier, as a job. */
export interface ConversionRequest {
  readonly asker: Asker;
  readonly kind: ConversionKind;
  readonly body: RequestBody;
  /** Media types that the client would like to have, of an image without `target_format`. */
  readonly accept?: string;
  /** What its `template_id` means, in place of what is stored under that name. */
  readonly template?: ResolvedTemplate;
  /** What comes back with its job, for the API of a service that keeps such. */
  readonly note?: string;
  /** Where its result is sent and its end reported, for the API of a service whose requests say so in their headers. */
  readonly beside?: LaterBeside;
  /** Whether the answer is the result itself unless a field says otherwise, so that nothing is kept. Default: no. */
  readonly direct?: boolean;
}

interface Prepared<Result, Fields> {
  readonly formats: readonly OutputFormat[];
  readonly isSandbox: boolean;
  readonly tag?: string;
  /** Id of the stored template that the document is made from. */
  readonly template?: string;
  /** How it is to be answered. */
  readonly answer: Fields;
  /** Whether it is to be answered later, or its result is to be kept. */
  readonly later: Later;
  /** Names of fields of the answer that mean nothing to whoever fetches the result later; none if the request itself asks for that. */
  readonly unused: readonly string[];
  /** Where results are sent. */
  readonly destinations: readonly JobDestination[];
  /** The template with the version that was read, as a request names it; absent for a draft, and without a stored one. */
  readonly version?: string;
  /** The texts that print header, footer and styles, for those who look for page numbers in them. */
  readonly printed: string;
  /** Whether PDFs are encrypted, as the request or its template asks. */
  readonly isProtected: boolean;
  /** Whether PDFs have form fields, as the request or its template asks. */
  readonly hasForms: boolean;
  /** Converts. Rejects with EngineError. */
  run(options: Pick<ConvertOptions, 'signal' | 'deadline'>): Promise<Result>;
}

export type PreparedOne = Prepared<ConversionResult, AnswerFields> & { readonly kind: 'one' };
export type PreparedSeveral = Prepared<SeveralResults, SeveralAnswerFields> & { readonly kind: 'several' };

/** A conversion whose request was checked. */
export type PreparedConversion = PreparedOne | PreparedSeveral;

/** Fields of the service beside those of the engine. */
const ONE = { ...answerFields, ...chargeFields, ...templateFields, ...laterFields };
const SEVERAL = { ...severalAnswerFields, ...chargeFields, ...templateFields, ...laterFields };

/** The one way into conversions: the HTTP endpoints, jobs and batches all take it. */
export class Conversions {
  readonly engine: Engine;
  readonly #resolver: TemplateResolver | undefined;
  readonly #destinations: Pick<Destinations, 'resolve'> | undefined;

  /** @param options.destinations default: none, and requests that name one are refused */
  constructor({
    engine,
    resolver,
    destinations,
  }: {
    readonly engine: Engine;
    readonly resolver?: TemplateResolver | undefined;
    readonly destinations?: Pick<Destinations, 'resolve'> | undefined;
  }) {
    this.engine = engine;
    this.#resolver = resolver;
    this.#destinations = destinations;
  }

  /**
   * Checks a request, and reads the template that it names.
   * @throws ApiError or EngineError with what is wrong with it
   */
  async prepare(request: ConversionRequest): Promise<PreparedConversion> {
    return request.kind === 'several' ? await this.#several(request) : await this.#one(request, request.kind);
  }

  async #one(
    { asker, body, accept, template: given, beside, direct }: ConversionRequest,
    kind: OutputKind,
  ): Promise<PreparedOne> {
    const validate = (json: unknown, files: readonly SourceFile[]) =>
      validateRequest(json, kind, { fields: ONE, files });
    const resolver = given ? { resolve: async () => given } : this.#resolver;
    const { valid: whole, template } = await validated(asker, body, { validate, resolver });
    const { own, ...valid } = whole;
    checkAnswerFields(own);
    const isText = kind === 'text' || kind === 'markdown';
    const text = isText ? valid.options : undefined;
    const format = kind === 'image' ? imageFormat(valid.options.target_format, accept) : kind;
    const answer = withResponseType(own, text);
    const shared = await this.#shared(asker, own, template, { results: 1, beside });
    const unused = unusedAnswerFields(own, text);
    const request = { ...valid, ignored: [...valid.ignored, ...ignoredFor(shared.later, { unused, direct })] };
    return {
      kind: 'one',
      formats: [format],
      answer,
      unused: isKept(shared.later) ? [] : unused,
      ...printing(valid),
      ...shared,
      run: (options) =>
        pointedAtTemplate(template, () =>
          this.engine.convert({ format, request }, this.#options(asker, own, template, options)),
        ),
    };
  }

  async #several({ asker, body, direct }: ConversionRequest): Promise<PreparedSeveral> {
    const validate = (json: unknown, files: readonly SourceFile[]) => validateSeveral(json, { fields: SEVERAL, files });
    const { valid: whole, template } = await validated(asker, body, { validate, resolver: this.#resolver });
    const { own, ...valid } = whole;
    const texts = valid.outputs.filter(({ format }) => format === 'text' || format === 'markdown');
    const beside = texts.map(({ options }) => options);
    checkSeveralAnswer(own, beside);
    const shared = await this.#shared(asker, own, template, { results: valid.outputs.length });
    const unused = unusedSeveralFields(own, beside);
    const request = { ...valid, ignored: [...valid.ignored, ...ignoredFor(shared.later, { unused, direct })] };
    return {
      kind: 'several',
      formats: valid.outputs.map(({ format }) => format),
      answer: own,
      unused: isKept(shared.later) ? [] : unused,
      ...printing(valid),
      ...shared,
      run: (options) =>
        pointedAtTemplate(template, () =>
          this.engine.convertSeveral(request, this.#options(asker, own, template, options)),
        ),
    };
  }

  async #shared(
    { caller }: Asker,
    own: OwnFields,
    template: TemplateUse,
    { results, beside }: { readonly results: number; readonly beside?: LaterBeside | undefined },
  ) {
    const later = { ...laterOf(own), ...beside };
    return {
      isSandbox: isSandbox(caller, own),
      tag: own.tag,
      template: template.stored,
      version: template.options?.key,
      later,
      destinations: await this.#destinationsOf(caller.organisationId, later, results),
    };
  }

  async #destinationsOf(
    organisationId: string,
    { destinations: requested }: Later,
    results: number,
  ): Promise<readonly JobDestination[]> {
    if (requested.length === 0) return [];
    if (!this.#destinations) throw new ApiError('capacity', { detail: 'This service sends no results anywhere.' });
    return await this.#destinations.resolve(organisationId, { requested, results });
  }

  #options(
    { caller }: Asker,
    own: OwnFields,
    template: TemplateUse,
    options: Pick<ConvertOptions, 'signal' | 'deadline'>,
  ): ConvertOptions {
    const mark = isSandbox(caller, own) ? SANDBOX_MARK : undefined;
    return { ...options, group: caller.organisationId, mark, template: template.options };
  }
}

type OwnFields = LaterFields & { readonly sandbox?: boolean; readonly tag?: string };

/** Fields of the service that have no effect on the result. */
const ignoredFor = (
  later: Later,
  { unused, direct }: { readonly unused: readonly string[]; readonly direct: boolean | undefined },
): readonly string[] => [...(isKept(later) ? unused : []), ...unkept(later, direct)];

function printing({ input, options }: Pick<ValidRequest, 'input' | 'options'>) {
  const { header, footer, css, protection, forms } = options;
  return {
    printed: [header?.source, footer?.source, css, JSON.stringify(input)].join('\n'),
    isProtected: protection !== undefined,
    hasForms: forms,
  };
}
