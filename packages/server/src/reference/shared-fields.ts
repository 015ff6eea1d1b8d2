import type { JsonSchema } from '../http/endpoint.ts';
import type { OpenApi } from './openapi-types.ts';

type Named = Readonly<Record<string, JsonSchema>>;
type Parts = Pick<OpenApi, 'paths' | 'components'>;

const PREFIX = '#/components/schemas/';
const FIELD = 'Field';
const ANSWER = 'Answer';

/**
 * The same document; a long field that it has several times, at any depth, is there once, among its schemas, under a
 * name such as `FailOnField`, and an answer of several operations under one such as `WebhookAnswer`.
 */
export function shareFields({ paths, components }: Parts): Parts {
  const schemas = components.schemas ?? {};
  const parts = Map.groupBy(partsOf({ paths, components }), ({ text }) => text);
  const shared: Record<string, JsonSchema> = {};
  const references = new Map<string, JsonSchema>();
  for (const [text, [first, ...others]] of parts) {
    if (!first || first.schema.$ref !== undefined) continue;
    const component = freeName(first.component, { ...schemas, ...shared });
    if (!isShorter(JSON.stringify(first.schema).length, component, 1 + others.length)) continue;
    shared[component] = first.schema;
    references.set(text, { $ref: `${PREFIX}${component}` });
  }
  const document = referring({ paths, components }, references) as Parts;
  // A part may have others in it.
  const written = Object.entries(shared).map(([name, schema]) => [name, referring(schema, references)]);
  return {
    ...document,
    components: { ...document.components, schemas: { ...document.components.schemas, ...Object.fromEntries(written) } },
  };
}

/** Whether a part that stands in several places makes the document shorter when it stands in one, and is referred to by a name. */
function isShorter(length: number, component: string, places: number): boolean {
  const reference = JSON.stringify({ $ref: `${PREFIX}${component}` }).length;
  const once = JSON.stringify({ [component]: '' }).length + length;
  return places * reference + once < places * length;
}

/** A schema that may stand in several places. */
interface Part {
  /** What is the same where the part is the same. */
  readonly text: string;
  readonly component: string;
  readonly schema: JsonSchema;
}

/** Members that hold examples: what looks like a schema there is none. */
const OPAQUE: ReadonlySet<string> = new Set(['examples', 'value', 'default', 'enum', 'const']);

function fieldPart(name: string, schema: JsonSchema): Part {
  return { text: JSON.stringify(schema), component: capital(name) + FIELD, schema };
}

/** The schema of an answer in JSON, which is named by what it has beside `success`. */
function answerPart(schema: JsonSchema): Part | undefined {
  const { success, ...members } = schema.properties ?? {};
  if (success === undefined) return undefined;
  const names = Object.keys(members).slice(0, 2);
  const component = (names.length === 0 ? 'Success' : names.map(capital).join('')) + ANSWER;
  return { text: `answer ${JSON.stringify(schema)}`, component, schema };
}

/** The fields of all objects in a part of a document, and its answers. */
function partsOf(node: unknown): Part[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => {
    if (OPAQUE.has(key)) return [];
    if (key === 'properties') {
      const fields = Object.entries(value as Named);
      return fields.flatMap(([name, field]) => [fieldPart(name, field), ...partsOf(field)]);
    }
    const answer = key === 'schema' ? answerPart(value) : undefined;
    return [...(answer ? [answer] : []), ...partsOf(value)];
  });
}

function referring(node: unknown, references: ReadonlyMap<string, JsonSchema>): unknown {
  if (Array.isArray(node)) return node.map((item) => referring(item, references));
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).map(([key, value]) => {
    if (OPAQUE.has(key)) return [key, value];
    if (key === 'properties') {
      const fields = Object.entries(value as Named).map(([name, field]) => [
        name,
        references.get(fieldPart(name, field).text) ?? referring(field, references),
      ]);
      return [key, Object.fromEntries(fields)];
    }
    const answer = key === 'schema' ? answerPart(value) : undefined;
    return [key, references.get(answer?.text ?? '') ?? referring(value, references)];
  });
  return Object.fromEntries(entries);
}

/** A schema of a document with the shared parts in it written out, but not the types that the reference has a section for. */
export function withSharedParts(schema: JsonSchema, schemas: Named): JsonSchema {
  return writtenOut(schema, schemas) as JsonSchema;
}

function writtenOut(node: unknown, schemas: Named): unknown {
  if (Array.isArray(node)) return node.map((item) => writtenOut(item, schemas));
  if (typeof node !== 'object' || node === null) return node;
  const component = '$ref' in node && typeof node.$ref === 'string' ? node.$ref.slice(PREFIX.length) : '';
  if (isPart(component) && schemas[component]) return writtenOut(schemas[component], schemas);
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, writtenOut(value, schemas)]));
}

/** Whether a component is a field or an answer that stands in several places. */
export const isPart = (component: string): boolean => /(?:Field|Answer)\d{0,3}$/.test(component);

/** `fail_on` → `FailOn`. */
const capital = (name: string): string =>
  name.replaceAll(/(?:^|[^a-zA-Z0-9])([a-zA-Z0-9])/g, (_match, letter: string) => letter.toUpperCase());

function freeName(name: string, taken: Named): string {
  let free = name;
  for (let number = 2; Object.hasOwn(taken, free); number += 1) free = `${name}${number}`;
  return free;
}
