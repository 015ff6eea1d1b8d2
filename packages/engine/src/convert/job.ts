import { renderTemplate } from '../input/template.ts';
import type { Input } from '../request/input.ts';
import { kindOf, type OutputKind } from '../request/request.ts';
import type { SeveralRequest } from '../request/several.ts';

/** Work for one page: its template, if it had one, is rendered. */
export interface Job {
  readonly request: SeveralRequest;
  readonly input: Input;
}

/** Fills the template of a request, if it is one. */
export async function prepareJob(request: SeveralRequest, signal: AbortSignal): Promise<Job> {
  const { input } = request;
  if (input.kind !== 'html' || input.data === undefined) return { request, input };
  const { data, ...rest } = input;
  const html = await renderTemplate({ template: input.html, data, signal });
  return { request, input: { ...rest, html } };
}

/** Whether a job has an output of this kind. */
export function hasOutput({ request }: Job, ...kinds: readonly OutputKind[]): boolean {
  return request.outputs.some(({ format }) => kinds.includes(kindOf(format)));
}
