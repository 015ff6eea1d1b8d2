import { z } from 'zod';
import type { JsonSchema } from '../http/endpoint.ts';
import { isPortable } from './portable-pattern.ts';

/** Schemas by name, gathered while a document is written. */
export type Schemas = Record<string, JsonSchema>;

/**
 * A schema as JSON Schema, as one who sends it sees it; the named ones within it go to `schemas`.
 * @param options.defaults Whether defaults are told as `default`, or else as `x-default` and in words: several generators
 *   of clients take a field of a component with a `default` for one that must be there.
 * @param options.open Whether objects may have members that are not told: those of answers may, since versions to come add
 *   some (docs/deprecation.md). A schema that requests have too stays as it is for them.
 */
export function jsonSchemaOf(
  schema: z.ZodType,
  schemas: Schemas,
  { defaults = false, open = false }: { readonly defaults?: boolean; readonly open?: boolean } = {},
): JsonSchema {
  const keep = (name: string, named: JsonSchema): void => {
    if (!open || schemas[name] === undefined) schemas[name] = named;
  };
  const { $schema, $defs, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      dropUnreadable(jsonSchema);
      if (open && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      // Nobody has to check it of an answer: a count is none less.
      if (open && jsonSchema.minimum === 0 && jsonSchema.maximum === undefined) delete jsonSchema.minimum;
      if (!defaults) tellDefault(jsonSchema);
    },
  }) as Record<string, unknown>;
  for (const [name, definition] of Object.entries(($defs as Schemas | undefined) ?? {})) {
    const { id, ...rest } = written(definition) as Record<string, unknown>;
    keep(name, rest);
  }
  const { id, ...rest } = written(json) as Record<string, unknown>;
  if (typeof id !== 'string') return rest;
  keep(id, rest);
  return { $ref: `#/components/schemas/${id}` };
}

/** How a default is told in words. */
export const defaultSentence = (value: unknown): string => `Default: \`${JSON.stringify(value)}\`.`;

/** Formats that JSON Schema itself defines and that say all that their pattern says. */
const SAID_BY_FORMAT: ReadonlySet<unknown> = new Set(['date', 'date-time', 'uri', 'uuid']);

/** What every whole number of JavaScript and every name of JSON is. */
const EVERY = {
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
  propertyNames: '{"type":"string"}',
};

/** Takes away what only JavaScript reads, and what is said already: the service checks it all the same. */
function dropUnreadable(json: z.core.JSONSchema.BaseSchema): void {
  if (json.description === '') delete json.description;
  if (json.minimum === EVERY.minimum) delete json.minimum;
  if (json.maximum === EVERY.maximum) delete json.maximum;
  if (JSON.stringify(json.propertyNames) === EVERY.propertyNames) delete json.propertyNames;
  // Not a format of JSON Schema; the encoding says the same.
  if (json.format === 'base64' && json.contentEncoding === 'base64') {
    delete json.format;
    delete json.pattern;
  }
  // What is always true is a boolean.
  if (json.const === true) delete json.type;
  if (json.pattern !== undefined && (SAID_BY_FORMAT.has(json.format) || !isPortable(json.pattern))) delete json.pattern;
}

function tellDefault(json: z.core.JSONSchema.BaseSchema): void {
  if (json.default === undefined) return;
  const { default: value, description } = json;
  delete json.default;
  json['x-default'] = value;
  json.description = `${description === undefined ? '' : `${description} `}${defaultSentence(value)}`;
}

/** The same schema as an OpenAPI document has it: references to where that keeps its schemas, and short where it can be. */
function written(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(written);
  if (typeof value !== 'object' || value === null) return value;
  return joinNull(
    Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        key === '$ref' && typeof inner === 'string'
          ? inner.replace('#/$defs/', '#/components/schemas/')
          : written(inner),
      ]),
    ),
  );
}

const SCALARS: ReadonlySet<unknown> = new Set(['string', 'integer', 'number', 'boolean']);

/** A scalar or null: both types in a list say it shorter than two schemas. */
function joinNull(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema;
  const [value, nothing, ...others] = Array.isArray(anyOf) ? (anyOf as readonly JsonSchema[]) : [];
  if (!value || nothing?.type !== 'null' || others.length > 0) return schema;
  if (!SCALARS.has(value.type) || value.enum || value.const !== undefined) return schema;
  return { ...value, type: [value.type, 'null'], ...rest } as unknown as JsonSchema;
}
