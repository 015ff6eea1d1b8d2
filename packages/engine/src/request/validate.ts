import type { z } from 'zod';
import { checkContradictions } from './contradictions.ts';
import { fault } from './fault.ts';
import { type Input, readInput, type SourceFile } from './input.ts';
import { toEngineError } from './issues.ts';
import { type ConversionRequest, conversionRequest, type OutputKind, outputFields } from './request.ts';

export interface ValidRequest {
  readonly input: Input;
  readonly options: ConversionRequest;
  /** Options that were given although they have no effect on this kind of output. */
  readonly ignored: readonly string[];
  /** Options that the request does not have itself, such as those of a stored template: it is not told that they have no effect. */
  readonly defaults?: readonly string[];
}

/** Fields that a caller of the engine has beside its own, and files that came in another way than as a field. */
export interface Additions<Shape extends z.ZodRawShape> {
  /** Should be the same object each time: what checks a request is made once for it, which takes longer than the check. */
  readonly fields?: Shape;
  readonly files?: readonly SourceFile[];
}

/** The additional fields of a request, with their defaults filled in. */
export interface OwnFields<Shape extends z.ZodRawShape> {
  readonly own: z.output<z.ZodObject<Shape>>;
}

/**
 * Checks a request for one output.
 * @param body the request as it was received: anything
 * @param kind the kind of output it is for
 * @throws EngineError `invalid_request`, `unknown_field`, `exactly_one_input` or `unsupported_scheme`, with a pointer
 *   to each field at fault
 */
export function validateRequest<Shape extends z.ZodRawShape = Record<never, never>>(
  body: unknown,
  kind: OutputKind,
  additions: Additions<Shape> = {},
): ValidRequest & OwnFields<Shape> {
  const { options, own } = parseFields(body, additions.fields ?? (NO_FIELDS as Shape));
  checkContradictions(options);
  const input = readInput(options, additions.files ?? []);
  return { input, options, ignored: ignoredOptions(body as object, input, [kind]), own };
}

/** Checks each field by itself. */
export function parseFields<Shape extends z.ZodRawShape>(
  body: unknown,
  fields: Shape,
): { options: ConversionRequest } & OwnFields<Shape> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw fault(
      'invalid_request',
      '',
      'The request has to be a JSON object such as {"source": {"html": "<p>Hello</p>"}}.',
    );
  }
  const schema = schemaWith(fields);
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw toEngineError(parsed.error.issues, schema);
  const options: Record<string, unknown> = {};
  const own: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(parsed.data)) (Object.hasOwn(fields, name) ? own : options)[name] = value;
  return { options: options as ConversionRequest, own: own as z.output<z.ZodObject<Shape>> };
}

export const NO_FIELDS = {};
const schemas = new WeakMap<z.ZodRawShape, ReturnType<typeof extended>>();
const extended = <Shape extends z.ZodRawShape>(fields: Shape) => conversionRequest.extend(fields);

function schemaWith<Shape extends z.ZodRawShape>(fields: Shape): ReturnType<typeof extended<Shape>> {
  const known = schemas.get(fields) ?? extended(fields);
  schemas.set(fields, known);
  return known as ReturnType<typeof extended<Shape>>;
}

const KNOWN_BY_KIND = new Map(
  Object.entries(outputFields).map(([kind, fields]) => [kind as OutputKind, new Set(Object.keys(fields))]),
);

/** Names of given options that have no effect on these kinds of output, or on a document without an address. */
export function ignoredOptions(body: object, input: Input, kinds: readonly OutputKind[]): string[] {
  const belongs = (field: string, kind: OutputKind): boolean => KNOWN_BY_KIND.get(kind)?.has(field) ?? false;
  const foreign = Object.keys(body).filter(
    (field) =>
      [...KNOWN_BY_KIND.keys()].some((kind) => belongs(field, kind)) && !kinds.some((kind) => belongs(field, kind)),
  );
  if (input.kind === 'url' || input.data === undefined) {
    foreign.push(...['strict_variables', 'escape'].filter((field) => Object.hasOwn(body, field)));
  }
  if (input.kind === 'url' || input.baseUrl !== undefined) return foreign;
  // Without an address there is no origin that they could be for.
  const forOrigin = ['http_headers', 'cookies', 'auth', 'allow_error_status', 'raise_for_status'];
  return [...foreign, ...forOrigin.filter((field) => Object.hasOwn(body, field))];
}
