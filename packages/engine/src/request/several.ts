import { z } from 'zod';
import { EngineError } from '../errors.ts';
import { checkContradictions } from './contradictions.ts';
import { fault } from './fault.ts';
import { readInput } from './input.ts';
import { toEngineError } from './issues.ts';
import { LIMITS } from './limits.ts';
import { loadFields } from './load-fields.ts';
import {
  type ConversionRequest,
  kindOf,
  OUTPUT_FORMATS,
  type OutputFormat,
  type OutputKind,
  outputFields,
} from './request.ts';
import {
  type Additions,
  ignoredOptions,
  NO_FIELDS,
  type OwnFields,
  parseFields,
  type ValidRequest,
} from './validate.ts';

/** One of several results that are made of one loaded page. */
export interface Output {
  readonly format: OutputFormat;
  /** The options of the request, with those of this output in place of them. */
  readonly options: ConversionRequest;
}

/** Whether a result is a picture without the background of its page. JPEG has none without. */
export const isTransparent = ({ format, options }: Output): boolean =>
  kindOf(format) === 'image' && format !== 'jpeg' && (options.transparent || options.omit_background === true);

export interface SeveralRequest extends ValidRequest {
  readonly outputs: readonly Output[];
}

/** What a request for several outputs has beside the options of one. */
export const severalFields = {
  outputs: z
    .array(
      z.strictObject({
        format: z
          .string()
          .regex(/^(?:pdf|png|jpe?g|webp|text|markdown)$/i, `must be one of ${OUTPUT_FORMATS.join(', ')}`)
          .describe('Format of the result: pdf, png, jpeg, webp, text or markdown.'),
        options: z
          .record(z.string(), z.unknown())
          .optional()
          .describe('Options of this result alone, and its `viewport`, in place of those of the request.'),
      }),
    )
    .min(1)
    .max(LIMITS.outputs)
    .describe('The results to make of one loaded page; pdf, text and markdown once each, images as often as wanted.'),
};

/**
 * Checks a request for several outputs of one page.
 * @throws EngineError as `validateRequest` does
 */
export function validateSeveral<Shape extends z.ZodRawShape = Record<never, never>>(
  body: unknown,
  additions: Additions<Shape> = {},
): SeveralRequest & OwnFields<Shape> {
  const parsed = parseFields(body, withOutputs(additions.fields ?? (NO_FIELDS as Shape)));
  const { options, own } = parsed;
  const { outputs: named } = own as unknown as z.output<z.ZodObject<typeof severalFields>>;
  checkContradictions(options);
  const input = readInput(options, additions.files ?? []);
  const formats = named.map(({ format }) => format.toLowerCase().replace(/^jpg$/, 'jpeg') as OutputFormat);
  checkRepetition(formats);
  const outputs = formats.map((format, index) => ({
    format,
    options: withOwnOptions(options, format, named[index]?.options ?? {}, index),
  }));
  return {
    input,
    options,
    outputs,
    ignored: [
      ...new Set([...ignoredOptions(body as object, input, formats.map(kindOf)), ...targetFormat(body as object)]),
    ],
    own: own as OwnFields<Shape>['own'],
  };
}

const combined = new WeakMap<z.ZodRawShape, z.ZodRawShape>();

/** The same object each time for the same fields: a schema is made once for it. */
function withOutputs<Shape extends z.ZodRawShape>(fields: Shape): Shape & typeof severalFields {
  const known = combined.get(fields) ?? { ...fields, ...severalFields };
  combined.set(fields, known);
  return known as Shape & typeof severalFields;
}

/** The layout of a page for paper is one, and a page reads in one way. */
function checkRepetition(formats: readonly OutputFormat[]): void {
  formats.forEach((format, index) => {
    if (kindOf(format) === 'image' || formats.indexOf(format) === index) return;
    const detail = `"${format}" is there twice. Make one request for each.`;
    throw fault('invalid_request', `/outputs/${index}/format`, detail);
  });
}

/** The format of each output is named there. */
const targetFormat = (body: object): string[] => (Object.hasOwn(body, 'target_format') ? ['target_format'] : []);

/** Names of given options of images that none of the images of a request can have: PNG has no quality, JPEG no transparency. */
export function ignoredByFormat({ outputs, defaults = [] }: Pick<SeveralRequest, 'outputs' | 'defaults'>): string[] {
  const fields = ['quality', 'transparent', 'omit_background'] as const;
  return fields.filter((field) => {
    if (defaults.includes(field)) return false;
    const given = outputs.filter(({ format, options }) => kindOf(format) === 'image' && Boolean(options[field]));
    const without = field === 'quality' ? 'png' : 'jpeg';
    return given.length > 0 && given.every(({ format }) => format === without);
  });
}

/** The window is no option of one kind, but each output may be made in its own. */
const OWN_WINDOW = { viewport: loadFields.viewport };
const { target_format: _, ...imageFields } = outputFields.image;
const OWN_OPTIONS: Readonly<Record<OutputKind, z.ZodObject>> = {
  pdf: z.strictObject({ ...OWN_WINDOW, ...outputFields.pdf }),
  image: z.strictObject({ ...OWN_WINDOW, ...imageFields }),
  text: z.strictObject({ ...OWN_WINDOW, ...outputFields.text }),
  markdown: z.strictObject({ ...OWN_WINDOW, ...outputFields.markdown }),
};

/** Options of an output over those of its request, checked alone, so that a fault is reported where it was written. */
function withOwnOptions(
  shared: ConversionRequest,
  format: OutputFormat,
  own: Record<string, unknown>,
  index: number,
): ConversionRequest {
  const at = `/outputs/${index}/options`;
  const schema = OWN_OPTIONS[kindOf(format)];
  const checked = schema.safeParse(own);
  if (!checked.success) throw toEngineError(checked.error.issues, schema, at);
  // Only what was written: a default must not take the place of an option of the request.
  const written = Object.entries(checked.data).filter(([field]) => Object.hasOwn(own, field));
  const options: ConversionRequest = { ...shared, ...Object.fromEntries(written) };
  try {
    checkContradictions(options);
  } catch (error) {
    throw error instanceof EngineError ? pointedInto(error, at, own) : error;
  }
  return options;
}

/** A contradiction with an option of the output is reported there. */
function pointedInto(error: EngineError, at: string, own: object): EngineError {
  const { pointer = '' } = error.details;
  return fault(error.code, Object.hasOwn(own, pointer.slice(1)) ? at + pointer : pointer, error.message);
}
