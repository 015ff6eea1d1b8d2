import { EngineError, type SourceFile, type TemplateOptions, type ValidRequest } from '@platen/engine';
import { z } from 'zod';
import type { Asker } from '../access/asker.ts';
import { ApiError } from '../errors.ts';
import { withoutRefusedNulls } from '../http/nulls.ts';
import type { RequestBody } from '../http/request-body.ts';
import { invalidField } from '../http/valid.ts';
import type { TemplateBody } from '../templates/body.ts';
import { asWritten } from '../templates/check.ts';
import { fillRequest } from '../templates/fill.ts';
import type { TemplateResolver } from '../templates/resolve.ts';
import { missingTemplate } from '../templates/template-reader.ts';

/** Fields of a conversion that belong to templates. */
export const templateFields = {
  template_id: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe(
      'A stored template, in place of `source`: its slug or id; with `@3` that version of it, with `@draft` what is being worked on. It is filled with `data`.',
    ),
};

/** How the template of a request is to be filled. */
export interface TemplateUse {
  /** Id of the stored template; absent for one that came with the request. */
  readonly stored?: string;
  /** Pointers into the request as the engine had it, to what came from the stored template. */
  readonly pointers: readonly string[];
  /** What is stored with it. */
  readonly options?: TemplateOptions;
  readonly body?: Pick<TemplateBody, 'content' | 'css'>;
}

export interface Validated<Valid> {
  readonly valid: Valid;
  readonly template: TemplateUse;
}

type Validate<Valid> = (json: unknown, files: readonly SourceFile[]) => Valid;

/** In place of a template that is not looked up yet. */
const STAND_IN = { html: '<p>' };

/**
 * Checks a request for a conversion and puts the template in that it names, if it does.
 * @param validate checks a request that has a `source`
 * @throws ApiError `not_found`, `exactly_one_input`, and what `validate` throws
 */
export async function validated<Valid extends ValidRequest>(
  asker: Asker,
  { json, files }: RequestBody,
  {
    validate,
    resolver,
  }: { readonly validate: Validate<Valid>; readonly resolver: Pick<TemplateResolver, 'resolve'> | undefined },
): Promise<Validated<Valid>> {
  if (namesSeveral(json)) {
    const detail = '"source" is one document. Send a request for each, or fill a template for many: POST /v1/batches.';
    throw invalidField('/source', detail);
  }
  if (!namesTemplate(json)) {
    return { valid: withoutRefusedNulls(json, (value) => validate(value, files)), template: { pointers: [] } };
  }
  const { source, ...fields } = json;
  if (source !== undefined && source !== null) {
    const detail = 'Give exactly one of "source" and "template_id".';
    const issues = [{ pointer: '/template_id', code: 'exactly_one_input', detail }];
    throw new ApiError('exactly_one_input', { detail, issues });
  }
  // Faults of the request itself are reported first.
  const asked = withoutRefusedNulls(fields, (value) => {
    const own = value as typeof fields;
    namingData(() => validate({ ...own, source: STAND_IN, data: own.data === undefined ? {} : own.data }, files));
    return own;
  });
  if (!resolver) throw missingTemplate();
  const resolved = await atTemplateId(resolver.resolve(asker, json.template_id));
  const filled = fillRequest(asked, files, resolved);
  const valid = validate(filled.json, filled.files);
  const { body, key, id } = resolved;
  const pointers = ['header', 'footer'].flatMap((part) => (part in asked ? [] : [`/${part}/source`]));
  return {
    // That a default of the template has no effect on this output is nothing to tell.
    valid: {
      ...valid,
      ignored: valid.ignored.filter((name) => Object.hasOwn(asked, name)),
      defaults: Object.keys(resolved.body.options).filter((name) => !Object.hasOwn(asked, name)),
    },
    template: {
      stored: id,
      pointers: ['/source/html', ...pointers, ...Object.keys(filled.texts)],
      body,
      options: {
        key,
        snippets: filled.snippets,
        texts: filled.texts,
        escape: body.escape,
        strictVariables: body.strict_variables,
        schema: body.schema ?? undefined,
      },
    },
  };
}

/** A field that is like none is most often a variable of the template. */
function namingData(check: () => unknown): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof EngineError) || error.code !== 'unknown_field') throw error;
    const told = (text: string) => text.replace(/ Remove it\.$/, ' Variables of the template belong in "data".');
    const issues = error.details.issues?.map((issue) => ({ ...issue, detail: told(issue.detail) }));
    throw new EngineError('unknown_field', told(error.message), { ...error.details, ...(issues ? { issues } : {}) });
  }
}

/** A template that is not there is a fault of the field that names it. */
async function atTemplateId<Found>(found: Promise<Found>): Promise<Found> {
  try {
    return await found;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'not_found') throw error;
    const detail = error.message;
    throw new ApiError('not_found', { detail, issues: [{ pointer: '/template_id', code: 'not_found', detail }] });
  }
}

/** A list of documents, as PDFShift takes it. */
const namesSeveral = (json: unknown): boolean =>
  typeof json === 'object' && json !== null && 'source' in json && Array.isArray(json.source);

const namesTemplate = (json: unknown): json is Record<string, unknown> & { readonly template_id: string } =>
  typeof json === 'object' && json !== null && 'template_id' in json && typeof json.template_id === 'string';

/** A request to a path that names the template and the format. */
export function requestAtPath(
  { json, files }: RequestBody,
  { reference, targetFormat }: { readonly reference: string; readonly targetFormat?: string },
): RequestBody {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return { json, files };
  for (const name of ['template_id', 'source']) {
    const given: unknown = Object.hasOwn(json, name) ? Reflect.get(json, name) : undefined;
    if (given !== undefined && given !== null)
      throw invalidField(`/${name}`, `Leave out "${name}": the path names the template.`);
  }
  const own =
    'target_format' in json && json.target_format !== null
      ? String(json.target_format).toLowerCase().replace(/^jpg$/, 'jpeg')
      : undefined;
  if (targetFormat !== undefined && own !== undefined && own !== targetFormat) {
    throw invalidField('/target_format', 'Leave out "target_format": the path names the format.');
  }
  const format = targetFormat === undefined ? {} : { target_format: targetFormat };
  return { json: { ...json, template_id: reference, ...format }, files };
}

/** Runs a conversion; a fault of a stored template is reported at the field that named it. */
export async function pointedAtTemplate<Result>(
  { pointers, body }: TemplateUse,
  convert: () => Promise<Result>,
): Promise<Result> {
  try {
    return await convert();
  } catch (error) {
    const { pointer, template } = error instanceof EngineError ? error.details : {};
    if (!(error instanceof EngineError) || pointer === undefined || !pointers.includes(pointer)) throw error;
    const place = body && template ? asWritten(body, template) : template;
    const message = error.message.replace(`column ${template?.column}:`, `column ${place?.column}:`);
    throw new EngineError(error.code, message, { ...error.details, pointer: '/template_id' });
  }
}
