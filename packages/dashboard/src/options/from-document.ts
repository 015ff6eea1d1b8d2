import type { OutputKind } from '../api/convert.ts';

/** A JSON Schema, with those of its keywords that a form is made from. */
export interface OptionSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly (string | number)[];
  readonly anyOf?: readonly OptionSchema[];
  readonly allOf?: readonly OptionSchema[];
  readonly items?: OptionSchema;
  readonly properties?: Readonly<Record<string, OptionSchema>>;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly title?: string;
  readonly required?: readonly string[];
  readonly oneOf?: readonly OptionSchema[];
  readonly const?: unknown;
  readonly 'x-default'?: unknown;
}

/** One field of a request, and which conversions have it. */
export interface Option {
  readonly name: string;
  readonly kinds: readonly OutputKind[];
  readonly schema: OptionSchema;
}

export interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, OptionSchema>> };
}

const REQUESTS: Readonly<Record<OutputKind, string>> = {
  pdf: 'PdfRequest',
  image: 'ImageRequest',
  text: 'TextRequest',
  markdown: 'MarkdownRequest',
};

/** What a form asks elsewhere, or what is about how an answer is sent. */
const ELSEWHERE = new Set(
  'source data template_id download_name response_type encode async webhook filename expires_in on_timeout'.split(' '),
);

/** The options of all four conversions, in the order of the OpenAPI document, with their references written out. */
export function optionsOfDocument({ components: { schemas } }: Document): Option[] {
  const found = new Map<string, { kinds: OutputKind[]; schema: OptionSchema }>();
  for (const [kind, request] of Object.entries(REQUESTS) as [OutputKind, string][]) {
    for (const [name, schema] of Object.entries(propertiesOf(schemas[request], schemas))) {
      if (ELSEWHERE.has(name)) continue;
      const known = found.get(name);
      if (known) known.kinds.push(kind);
      else found.set(name, { kinds: [kind], schema: written(schema, schemas, 0) });
    }
  }
  return [...found].map(([name, option]) => ({ name, ...option }));
}

/** The fields of a request, with those of the schemas that it is composed of. */
function propertiesOf(
  schema: OptionSchema | undefined,
  schemas: Document['components']['schemas'],
): Readonly<Record<string, OptionSchema>> {
  const { allOf = [], properties } = schema ?? {};
  const parts = allOf.map(({ $ref = '' }) => propertiesOf(schemas[$ref.split('/').at(-1) ?? ''], schemas));
  return Object.assign({}, ...parts, properties);
}

/**
 * A schema with its references written out.
 * @param depth a form shows no more than fields of fields
 */
export function written(schema: OptionSchema, schemas: Document['components']['schemas'], depth: number): OptionSchema {
  const { $ref, ...own } = schema;
  const target = $ref === undefined ? {} : (schemas[$ref.split('/').at(-1) ?? ''] ?? {});
  const { anyOf, items, properties, ...rest } = { ...target, ...own };
  if (depth > 2) return rest;
  const deeper = (inner: OptionSchema) => written(inner, schemas, depth + 1);
  return {
    ...rest,
    ...(anyOf ? { anyOf: anyOf.map(deeper) } : {}),
    ...(items ? { items: deeper(items) } : {}),
    ...(properties
      ? { properties: Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, deeper(inner)])) }
      : {}),
  };
}
