import type { JsonSchema } from '../http/endpoint.ts';

type Named = Readonly<Record<string, JsonSchema>>;

/** Options that requests for conversions have together: a schema, and the requests that have all of it. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  PageOptions: ['PdfRequest', 'ImageRequest', 'TextRequest', 'MarkdownRequest', 'SeveralRequest'],
  PdfOptions: ['PdfRequest', 'SeveralRequest'],
  ImageOptions: ['ImageRequest', 'SeveralRequest'],
  ReadableOptions: ['TextRequest', 'MarkdownRequest', 'SeveralRequest'],
};

const REQUESTS = [...new Set(Object.values(GROUPS).flat())];
const PREFIX = '#/components/schemas/';

/** The same schemas; fields that exactly the requests of a group have alike stand once, in the schema of the group. */
export function shareOptions(schemas: Named): Named {
  const had = Map.groupBy(
    REQUESTS.flatMap((request) =>
      Object.entries(schemas[request]?.properties ?? {}).map(([name, field]) => ({ request, name, field })),
    ),
    ({ name, field }) => `${name} ${JSON.stringify(field)}`,
  );
  const groupOf = new Map<string, string>();
  const groups: Record<string, Record<string, JsonSchema>> = {};
  for (const [text, [first, ...others]] of had) {
    const requests = [first, ...others].map((one) => one?.request);
    const group = Object.keys(GROUPS).find((name) => GROUPS[name]?.join() === requests.join());
    if (!first || group === undefined) continue;
    groupOf.set(text, group);
    groups[group] = { ...groups[group], [first.name]: first.field };
  }
  const requests = REQUESTS.flatMap((name): [string, JsonSchema][] => {
    const schema = schemas[name];
    return schema?.properties ? [[name, referring(schema, groupOf)]] : [];
  });
  const shared = Object.entries(groups).map(([name, properties]) => [name, { type: 'object', properties }] as const);
  return { ...schemas, ...Object.fromEntries(requests), ...Object.fromEntries(shared) };
}

/** `unevaluatedProperties` sees through `allOf`, which `additionalProperties` does not (JSON Schema 2020-12, section 11.3). */
function referring(
  { additionalProperties, properties = {}, ...schema }: JsonSchema,
  groupOf: ReadonlyMap<string, string>,
): JsonSchema {
  const entries = Object.entries(properties);
  const groups = entries.map(([name, field]) => groupOf.get(`${name} ${JSON.stringify(field)}`));
  const used = [...new Set(groups.filter((group) => group !== undefined))];
  if (used.length === 0) return { ...schema, properties, additionalProperties };
  return {
    ...schema,
    allOf: used.map((group) => ({ $ref: PREFIX + group })),
    properties: Object.fromEntries(entries.filter((_entry, at) => groups[at] === undefined)),
    unevaluatedProperties: additionalProperties,
  };
}

/** Whether a component is such a group. */
export const isOptions = (component: string): boolean => Object.hasOwn(GROUPS, component);

/** A schema of a document with the fields of its groups among its own. */
export function withOptions({ allOf, ...schema }: JsonSchema, schemas: Named): JsonSchema {
  const groups = ((allOf ?? []) as readonly JsonSchema[]).map(({ $ref = '' }) => schemas[$ref.slice(PREFIX.length)]);
  return {
    ...schema,
    properties: Object.assign({}, ...groups.map((group) => group?.properties), schema.properties),
  };
}
