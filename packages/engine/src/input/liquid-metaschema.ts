/**
 * The rules that a JSON Schema itself keeps to (draft 2020-12), as one schema: the meta-schemas of its vocabularies put
 * together, for an interpreter without dynamic references. Words that it does not know are allowed, as in the standard.
 * Each `description` is the rest of a sentence that begins with the place that breaks the rule.
 * Source: https://json-schema.org/draft/2020-12/schema
 */

const TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'] as const;

const A_SCHEMA = 'must be a schema: an object, true or false';
const schema = { $ref: '#', description: A_SCHEMA };
const schemas = {
  type: 'array',
  minItems: 1,
  items: schema,
  description: 'must be a list of schemas, with at least one in it',
};
const schemaMap = {
  type: 'object',
  additionalProperties: schema,
  description: 'must be an object with a schema for each name',
};
const count = { type: 'integer', minimum: 0, description: 'must be a whole number, 0 or more' };
const number = { type: 'number', description: 'must be a number' };
const flag = { type: 'boolean', description: 'must be true or false' };
const text = { type: 'string', description: 'must be a text' };
const names = {
  type: 'array',
  items: { type: 'string', description: 'must be a text: the name of a property' },
  uniqueItems: true,
  description: 'must be a list of names, each of them once',
};
const reference = {
  type: 'string',
  format: 'uri-reference',
  description: 'must be a URI reference such as "#/$defs/x"',
};
const anchor = {
  type: 'string',
  pattern: '^[A-Za-z_][-A-Za-z0-9._]*$',
  description: 'must begin with a letter or "_" and go on with letters, digits, ".", "-" and "_"',
};
const pattern = {
  type: 'string',
  format: 'regex',
  description: 'must be a regular expression (ECMA-262, with the flag "u")',
};
const type = { enum: [...TYPES], description: `must be one of ${TYPES.join(', ')}` };

const core = {
  $id: {
    type: 'string',
    format: 'uri-reference',
    pattern: '^[^#]*#?$',
    description: 'must be a URI without a fragment',
  },
  $schema: { type: 'string', format: 'uri', description: 'must be a URI' },
  $ref: reference,
  $anchor: anchor,
  $dynamicRef: reference,
  $dynamicAnchor: anchor,
  $vocabulary: { type: 'object', additionalProperties: flag, description: 'must be an object of true and false' },
  $comment: text,
  $defs: schemaMap,
  definitions: schemaMap,
};

const applicators = {
  prefixItems: schemas,
  items: { ...schema, description: 'must be a schema; a list of schemas is "prefixItems" since 2020-12' },
  contains: schema,
  additionalProperties: schema,
  properties: schemaMap,
  patternProperties: {
    ...schemaMap,
    propertyNames: {
      ...pattern,
      description: 'must have a regular expression (ECMA-262, with the flag "u") as its name',
    },
  },
  dependentSchemas: schemaMap,
  dependencies: {
    type: 'object',
    additionalProperties: { anyOf: [schema, names], description: 'must be a schema or a list of names' },
    description: 'must be an object with a schema or a list of names for each name',
  },
  propertyNames: schema,
  if: schema,
  // biome-ignore lint/suspicious/noThenProperty: it is a word of JSON Schema
  then: schema,
  else: schema,
  allOf: schemas,
  anyOf: schemas,
  oneOf: schemas,
  not: schema,
  unevaluatedItems: schema,
  unevaluatedProperties: schema,
};

const validation = {
  type: {
    anyOf: [type, { type: 'array', items: type, minItems: 1, uniqueItems: true }],
    description: `must be one of ${TYPES.join(', ')}, or a list of them`,
  },
  const: true,
  enum: { type: 'array', description: 'must be a list of values' },
  multipleOf: { type: 'number', exclusiveMinimum: 0, description: 'must be a number above 0' },
  maximum: number,
  exclusiveMaximum: number,
  minimum: number,
  exclusiveMinimum: number,
  maxLength: count,
  minLength: count,
  pattern,
  maxItems: count,
  minItems: count,
  uniqueItems: flag,
  maxContains: count,
  minContains: count,
  maxProperties: count,
  minProperties: count,
  required: names,
  dependentRequired: {
    type: 'object',
    additionalProperties: names,
    description: 'must be an object with a list of names for each name',
  },
};

const annotations = {
  title: text,
  description: text,
  default: true,
  deprecated: flag,
  readOnly: flag,
  writeOnly: flag,
  examples: { type: 'array', description: 'must be a list of values' },
  format: text,
  contentEncoding: text,
  contentMediaType: text,
  contentSchema: schema,
};

/** JSON Schema 2020-12, of JSON Schema 2020-12. */
export const METASCHEMA = {
  $id: 'https://json-schema.org/draft/2020-12/schema',
  type: ['object', 'boolean'],
  description: A_SCHEMA,
  properties: { ...core, ...applicators, ...validation, ...annotations },
};
