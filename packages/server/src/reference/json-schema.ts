import { z } from 'zod';
import type { JsonSchema } from '../http/endpoint.ts';
import { isPortable } from './portable-pattern.ts';

/** Schemas by name, gathered while a document is written. */
export type Schemas = Record<string, JsonSchema>;

/**
 * A schema as JSON Schema, as one who sends it sees it; the named ones within it go to `schemas`.
 * @param options.defaults Whether defaults are told as `default`, or else as `x-default` and in words: several generators
 *   of clients take a field of a component with a `default` for one that must be there.
 */
export function jsonSchemaOf(
  schema: z.ZodType,
  schemas: Schemas,
  { defaults = false }: { readonly defaults?: boolean } = {},
): JsonSchema {
  const { $schema, $defs, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      dropUnreadable(jsonSchema);
      if (!defaults) tellDefault(jsonSchema);
    },
  }) as Record<string, unknown>;
  for (const [name, definition] of Object.entries(($defs as Schemas | undefined) ?? {})) {
    const { id, ...rest } = referred(definition) as Record<string, unknown>;
    schemas[name] = rest;
  }
  const { id, ...rest } = referred(json) as Record<string, unknown>;
  if (typeof id !== 'string') return rest;
  schemas[id] = rest;
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
  if (json.minimum === EVERY.minimum) delete json.minimum;
  if (json.maximum === EVERY.maximum) delete json.maximum;
  if (JSON.stringify(json.propertyNames) === EVERY.propertyNames) delete json.propertyNames;
  // Not a format of JSON Schema; the encoding says the same.
  if (json.format === 'base64' && json.contentEncoding === 'base64') {
    delete json.format;
    delete json.pattern;
  }
  if (json.pattern !== undefined && (SAID_BY_FORMAT.has(json.format) || !isPortable(json.pattern))) delete json.pattern;
}

function tellDefault(json: z.core.JSONSchema.BaseSchema): void {
  if (json.default === undefined) return;
  const { default: value, description } = json;
  delete json.default;
  json['x-default'] = value;
  json.description = `${description === undefined ? '' : `${description} `}${defaultSentence(value)}`;
}

/** The same schema with its references to where an OpenAPI document keeps them. */
function referred(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(referred);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' && typeof inner === 'string'
        ? inner.replace('#/$defs/', '#/components/schemas/')
        : referred(inner),
    ]),
  );
}
