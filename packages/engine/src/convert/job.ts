import { renderTemplate, type TemplateOptions, type TemplateRun } from '../input/template.ts';
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
  const bands = bandsOf(request);
  const { html, ...rendered } = await renderTemplate(
    { ...template, ...optionsOf(request), template: input.html, ...bands, data, files: input.files },
    run,
  );
  return { request: withBands(request, rendered), input: { ...rest, html } };
}

/** What the request says of its template goes before what is stored with it. */
function optionsOf({ options }: SeveralRequest): TemplateOptions {
  const { escape: mode, strict_variables: strictVariables } = options;
  return {
    ...(mode === undefined ? {} : { escape: mode }),
    ...(strictVariables === undefined ? {} : { strictVariables }),
  };
}

/** Header and footer of the PDF, if one is made. */
function bandsOf({ outputs }: SeveralRequest): { readonly header?: string; readonly footer?: string } {
  const { header, footer } = outputs.find(({ format }) => format === 'pdf')?.options ?? {};
  return { ...(header ? { header: header.source } : {}), ...(footer ? { footer: footer.source } : {}) };
}

/** The request with its header and footer filled. */
function withBands(request: SeveralRequest, rendered: { readonly header?: string; readonly footer?: string }) {
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
  const [band, source] = [options[name], rendered[name]];
  return band && source !== undefined ? { [name]: { ...band, source } } : {};
}
/** Whether a job has an output of this kind. */
export function hasOutput({ request }: Job, ...kinds: readonly OutputKind[]): boolean {
  return request.outputs.some(({ format }) => kinds.includes(kindOf(format)));
}
