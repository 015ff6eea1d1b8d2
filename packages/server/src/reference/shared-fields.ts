import type { JsonSchema } from '../http/endpoint.ts';

type Named = Readonly<Record<string, JsonSchema>>;

/** Characters of a field that are worth a name of its own. */
const LONG = 85;
const PREFIX = '#/components/schemas/';
const SUFFIX = 'Field';

/** The same schemas; a long field that several of them have alike is there once, under a name such as `FailOnField`. */
export function shareFields(schemas: Named): Named {
  const fields = Object.values(schemas).flatMap(({ properties = {} }) => Object.entries(properties));
  const texts = Map.groupBy(fields, ([name, field]) => `${name} ${JSON.stringify(field)}`);
  const shared: Record<string, JsonSchema> = {};
  const references = new Map<string, JsonSchema>();
  for (const [text, [first, ...others]] of texts) {
    if (!first || others.length === 0 || text.length < LONG || first[1].$ref !== undefined) continue;
    const [name, field] = first;
    const component = freeName(fieldName(name), shared);
    shared[component] = field;
    references.set(text, { $ref: `${PREFIX}${component}` });
  }
  const referring = ({ properties, ...schema }: JsonSchema): JsonSchema => {
    if (!properties) return schema;
    const entries = Object.entries(properties).map(([name, field]) => [
      name,
      references.get(`${name} ${JSON.stringify(field)}`) ?? field,
    ]);
    return { ...schema, properties: Object.fromEntries(entries) };
  };
  return {
    ...Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, referring(schema)])),
    ...shared,
  };
}

/** A schema of a document with the fields in it that the document names. */
export function withFields({ properties, ...schema }: JsonSchema, schemas: Named): JsonSchema {
  if (!properties) return schema;
  const entries = Object.entries(properties).map(([name, field]) => {
    const component = field.$ref?.slice(PREFIX.length) ?? '';
    return [name, isField(component) ? (schemas[component] ?? field) : field];
  });
  return { ...schema, properties: Object.fromEntries(entries) };
}

/** Whether a component is a field that several schemas share. */
export const isField = (component: string): boolean => /Field(?:\d+)?$/.test(component);

/** `fail_on` → `FailOnField`. */
const fieldName = (name: string): string =>
  name.replaceAll(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase()) + SUFFIX;

function freeName(name: string, taken: Named): string {
  let free = name;
  for (let number = 2; Object.hasOwn(taken, free); number += 1) free = `${name}${number}`;
  return free;
}
