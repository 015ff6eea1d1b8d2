import {
  conversionRequest,
  decidedOptions,
  EngineError,
  type OptionTexts,
  outputFields,
  toEngineError,
  validateRequest,
} from '@platen/engine';
import { ApiError, toApiError } from '../errors.ts';

/** Of a header or footer a template keeps the text apart from where it is printed. */
const { header, footer } = outputFields.pdf;
const templateOptions = conversionRequest
  .omit({ source: true, data: true, strict_variables: true, escape: true })
  .extend({
    header: header.unwrap().omit({ source: true }).optional(),
    footer: footer.unwrap().omit({ source: true }).optional(),
  });

/** Options of a conversion as a template keeps them: checked, and kept as they were given. */
export type TemplateOptions = Readonly<Record<string, unknown>>;

/**
 * Checks the defaults that a template has for conversions.
 * @throws ApiError `unknown_field` or `invalid_request` with pointers into `/options`
 */
export function checkOptions(options: TemplateOptions): void {
  const parsed = templateOptions.safeParse(options);
  if (!parsed.success) throw toApiError(toEngineError(parsed.error.issues, templateOptions, '/options'));
  const { header: _header, footer: _footer, ...rest } = options;
  try {
    validateRequest({ ...rest, source: { html: '<p>' } }, 'pdf');
  } catch (error) {
    throw error instanceof EngineError ? within(error, '/options') : error;
  }
}

function within(error: EngineError, at: string): ApiError {
  const { code, message, issues } = toApiError(error);
  return new ApiError(code, {
    detail: message,
    issues: issues.map((issue) => ({ ...issue, pointer: at + issue.pointer })),
  });
}

/** The defaults that a request leaves: those it does not name, nor decides about by what it names. */
export function remainingDefaults(defaults: TemplateOptions, request: object): TemplateOptions {
  const decided = decidedOptions(request);
  return Object.fromEntries(Object.entries(defaults).filter(([name]) => !decided.has(name)));
}

/** Whether a text says something in Liquid. */
const LIQUID = /\{[{%]/;

/** The options of a template that are Liquid themselves: entries of the metadata. */
export function optionTexts({ metadata }: TemplateOptions): OptionTexts {
  const entries = typeof metadata === 'object' && metadata !== null ? Object.entries(metadata) : [];
  return Object.fromEntries(
    entries.flatMap(([name, text]) =>
      typeof text === 'string' && LIQUID.test(text) ? [[`/metadata/${name}`, text] as const] : [],
    ),
  );
}
