import { EngineError } from '../errors.ts';
import { type OptionTexts, renderTemplate, type TemplateOptions, type TemplateRun } from '../input/template.ts';
import type { Input } from '../request/input.ts';
import { type ConversionRequest, kindOf, type OutputKind } from '../request/request.ts';
import type { SeveralRequest } from '../request/several.ts';

/** Work for one page: its template, if it had one, is rendered. */
export interface Job {
  readonly request: SeveralRequest;
  readonly input: Input;
}

/** How the template of a request is rendered. */
export interface FillOptions extends TemplateRun {
  readonly template?: TemplateOptions | undefined;
}

/**
 * Fills the template of a request, if it is one. Header and footer have the same data; without data they are no
 * templates either.
 */
export async function prepareJob(request: SeveralRequest, { template, ...run }: FillOptions): Promise<Job> {
  const { input } = request;
  if (input.kind !== 'html' || input.data === undefined) return { request, input };
  const { data, ...rest } = input;
  const headerFooter = headerFooterOf(request);
  const texts = hasPdf(request) ? template?.texts : undefined;
  const { html, ...rendered } = await renderTemplate(
    { ...template, ...optionsOf(request), texts, template: input.html, ...headerFooter, data, files: input.files },
    run,
  );
  const { texts: entries = {}, ...printed } = rendered;
  return { request: withMetadata(withHeaderFooter(request, printed), entries), input: { ...rest, html } };
}

const METADATA = '/metadata/';
/** Characters that an entry may have, as the request's own. */
const LONGEST_ENTRY = 2_000;

/**
 * The request with the entries of its metadata that were templates; one that came to nothing is left out.
 * @throws EngineError `template_error` for one that is too long
 */
function withMetadata(request: SeveralRequest, texts: OptionTexts): SeveralRequest {
  const entries = Object.entries(texts).flatMap(([pointer, text]) => {
    if (!pointer.startsWith(METADATA)) return [];
    if (text.trim().length > LONGEST_ENTRY) throw tooLong(pointer);
    return [[pointer.slice(METADATA.length), text.trim()] as const];
  });
  if (entries.length === 0) return request;
  const fill = (options: ConversionRequest): ConversionRequest => {
    const { metadata, ...others } = options;
    const all = Object.entries({ ...metadata, ...Object.fromEntries(entries) }).filter(([, text]) => text !== '');
    return all.length === 0 ? others : { ...others, metadata: Object.fromEntries(all) };
  };
  const outputs = request.outputs.map((output) =>
    output.format === 'pdf' ? { ...output, options: fill(output.options) } : output,
  );
  return { ...request, options: fill(request.options), outputs };
}

function tooLong(pointer: string): EngineError {
  const message = `"${pointer.slice(1).replaceAll('/', '.')}" came to more than ${LONGEST_ENTRY} characters.`;
  return new EngineError('template_error', message, { pointer });
}

/** What the request says of its template goes before what is stored with it. */
function optionsOf({ options }: SeveralRequest): TemplateOptions {
  const { escape: mode, strict_variables: strictVariables } = options;
  return {
    ...(mode === undefined ? {} : { escape: mode }),
    ...(strictVariables === undefined ? {} : { strictVariables }),
  };
}

const hasPdf = ({ outputs }: SeveralRequest): boolean => outputs.some(({ format }) => format === 'pdf');

/** Header and footer of the PDF, if one is made. */
function headerFooterOf({ outputs }: SeveralRequest): { readonly header?: string; readonly footer?: string } {
  const { header, footer } = outputs.find(({ format }) => format === 'pdf')?.options ?? {};
  return { ...(header ? { header: header.source } : {}), ...(footer ? { footer: footer.source } : {}) };
}

/** The request with its header and footer filled. */
function withHeaderFooter(request: SeveralRequest, rendered: { readonly header?: string; readonly footer?: string }) {
  const fill = (options: ConversionRequest): ConversionRequest => ({
    ...options,
    ...filled('header', options, rendered),
    ...filled('footer', options, rendered),
  });
  const outputs = request.outputs.map((output) =>
    output.format === 'pdf' ? { ...output, options: fill(output.options) } : output,
  );
  return { ...request, options: fill(request.options), outputs };
}

function filled(name: 'header' | 'footer', options: ConversionRequest, rendered: { readonly [name: string]: string }) {
  const [part, source] = [options[name], rendered[name]];
  return part && source !== undefined ? { [name]: { ...part, source } } : {};
}
/** Whether a job has an output of this kind. */
export function hasOutput({ request }: Job, ...kinds: readonly OutputKind[]): boolean {
  return request.outputs.some(({ format }) => kinds.includes(kindOf(format)));
}
