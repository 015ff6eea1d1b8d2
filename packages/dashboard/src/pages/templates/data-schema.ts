import type { OptionSchema } from '../../options/from-document.ts';

/** Objects in objects that a form goes into; what is deeper is asked for as JSON. */
const DEEPEST = 5;
/** Entries of a list that have fields of their own; a longer one is asked for as JSON. */
const LONGEST = 100;

export type Values = Readonly<Record<string, unknown>>;

/** How a value is asked for: an object by its fields, a list by its entries, anything else by one field. */
export type Shape =
  | { readonly kind: 'object'; readonly fields: readonly NamedField[] }
  | { readonly kind: 'list'; readonly entry: OptionSchema }
  | { readonly kind: 'field'; readonly schema: OptionSchema };

interface NamedField {
  readonly name: string;
  readonly schema: OptionSchema;
  readonly isRequired: boolean;
}

export const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A schema of a template is whatever somebody wrote: what is no object says nothing. */
const schemaIn = (value: unknown): OptionSchema => (isObject(value) ? (value as OptionSchema) : {});

/** What a value would be by itself, where no schema speaks of it. */
function schemaOfValue(value: unknown): OptionSchema {
  if (Array.isArray(value)) return { type: 'array', items: schemaOfValue(value[0]) };
  if (isObject(value)) return { type: 'object' };
  return ['string', 'number', 'boolean'].includes(typeof value) ? { type: typeof value } : {};
}

/** The type, of several the first that is not null. */
function typeOf({ type, properties }: OptionSchema): string | undefined {
  const types: unknown = type;
  const first: unknown = Array.isArray(types) ? types.find((each) => each !== 'null') : types;
  return typeof first === 'string' ? first : properties === undefined ? undefined : 'object';
}

/** The shape of a value, by the schema of the template and by what is there. A reference or a choice of schemas is one field. */
export function shapeOf(given: unknown, value: unknown, depth: number): Shape {
  const told = schemaIn(given);
  const isSilent = typeOf(told) === undefined && !told.enum && !told.anyOf && !told.$ref;
  const schema = isSilent ? { ...schemaOfValue(value), ...told } : told;
  const type = typeOf(schema);
  if (type === 'object' && depth < DEEPEST && (value === undefined || isObject(value))) {
    const fields = fieldsOf(schema, value ?? {});
    if (fields.length > 0) return { kind: 'object', fields };
  }
  const entry = schemaIn(schema.items);
  const isListOfObjects =
    type === 'array' && (typeOf(entry) === 'object' || (Array.isArray(value) && isObject(value[0])));
  if (
    isListOfObjects &&
    depth < DEEPEST &&
    (value === undefined || (Array.isArray(value) && value.length <= LONGEST))
  ) {
    return { kind: 'list', entry };
  }
  return { kind: 'field', schema: fieldSchema(schema, type, value) };
}

function fieldsOf(schema: OptionSchema, value: Values): NamedField[] {
  const properties: Values = isObject(schema.properties) ? schema.properties : {};
  const required: unknown = schema.required;
  const names = new Set([...Object.keys(properties), ...Object.keys(value)]);
  return [...names].map((name) => ({
    name,
    schema: schemaIn(properties[name]),
    isRequired: Array.isArray(required) && required.includes(name),
  }));
}

/** A text of several lines needs room for them; a value that the schema does not expect is shown as the JSON that it is. */
function fieldSchema(schema: OptionSchema, type: string | undefined, value: unknown): OptionSchema {
  const described = typeof schema.description === 'string' ? { description: schema.description } : {};
  if (value !== undefined && type !== undefined && !isOfType(type, value)) return described;
  if (Array.isArray(schema.enum)) return { ...described, enum: schema.enum };
  if (type === 'string') {
    const isLong = typeof value === 'string' && value.includes('\n');
    return { ...described, type, ...(isLong ? { maxLength: Number.MAX_SAFE_INTEGER } : {}) };
  }
  if (type === 'number' || type === 'integer' || type === 'boolean') return { ...described, type };
  const areTexts =
    type === 'array' && (value === undefined || (value as unknown[]).every((each) => typeof each === 'string'));
  return areTexts && typeOf(schemaIn(schema.items)) === 'string'
    ? { ...described, type, items: { type: 'string' } }
    : described;
}

function isOfType(type: string, value: unknown): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  return type === 'integer' ? typeof value === 'number' : typeof value === type;
}
