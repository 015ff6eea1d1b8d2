import type { Endpoint } from '../../packages/server/src/http/endpoint.ts';
import type { Canary } from './words.ts';

/** The text fields of a request, found from its schema, and a value for each that carries a canary. */

interface Schema {
  readonly [keyword: string]: unknown;
  readonly $ref?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly required?: readonly string[];
  readonly $defs?: Readonly<Record<string, Schema>>;
}

/** A field that takes a text. */
export interface TextField {
  /** Such as `/source/html`; `*` is a name of the caller's own, which is a canary too. */
  readonly pointer: string;
  /** Tells fields of the same pointer and schema apart, whichever endpoint has them. */
  readonly identity: string;
  /** Which of several shapes of a value it belongs to; empty: there is one. */
  readonly branch: string;
  /** The value of the top-level field that holds it. @returns undefined when no canary fits into it */
  readonly fill: (canary: Canary) => { readonly name: string; readonly value: unknown } | undefined;
}

type Fill = (canary: Canary) => unknown;

/** What schemas refer to, and how deep they are followed. */
interface Walk {
  readonly root: Schema;
  readonly depth: number;
}

const DEPTH = 10;

/** @returns the fields of a body or of a query, each once */
export function textFieldsOf(schema: NonNullable<Endpoint['request']>['schema']): TextField[] {
  const root = schema.toJSONSchema({ io: 'input', unrepresentable: 'any' }) as Schema;
  const fields = new Map<string, TextField>();
  for (const { pointer, fill, leaf, branch } of leavesOf(root, { root, depth: 0 })) {
    const [, name = ''] = pointer.split('/');
    // A list of one, where one or several may be given, is the same field.
    const identity = `${pointer.replace('/0/', '/')} ${JSON.stringify(leaf)}`;
    if (name === '' || fields.has(identity)) continue;
    const filled: TextField['fill'] = (canary) => {
      const made = fill(canary) as Readonly<Record<string, unknown>> | undefined;
      const key = name === '*' ? canary.lower : name;
      return made === undefined ? undefined : { name: key, value: made[key] };
    };
    fields.set(identity, { pointer, identity, branch, fill: filled });
  }
  return [...fields.values()];
}

export const bodyOf = (endpoint: Endpoint): TextField[] =>
  endpoint.request === undefined ? [] : textFieldsOf(endpoint.request.schema);

interface Leaf {
  readonly pointer: string;
  readonly leaf: Schema;
  readonly branch: string;
  /** The whole value, with what else must be there. */
  readonly fill: Fill;
}

function* leavesOf(schema: Schema, walk: Walk): Generator<Leaf> {
  if (walk.depth > DEPTH) return;
  const deeper = { ...walk, depth: walk.depth + 1 };
  if (schema.$ref !== undefined) return yield* leavesOf(referred(schema.$ref, walk), deeper);
  if (schema.enum !== undefined || schema.const !== undefined) return;
  const branches = branchesOf(schema);
  for (const [index, branch] of branches.entries()) {
    for (const leaf of leavesOf(branch, deeper)) yield { ...leaf, branch: `${index}.${leaf.branch}` };
  }
  if (branches.length > 0) return;
  if (schema.type === 'string')
    yield { pointer: '', leaf: schema, branch: '', fill: (canary) => textFor(schema, canary) };
  else if (schema.type === 'array') yield* itemsOf(schema, deeper);
  else if (schema.type === 'object') yield* membersOf(schema, deeper);
  // Anything: a value and a name.
  else if (schema.type === undefined)
    yield { pointer: '', leaf: schema, branch: '', fill: ({ lower }) => ({ [lower]: `${lower} words` }) };
}

function* itemsOf({ items = {} }: Schema, walk: Walk): Generator<Leaf> {
  for (const { pointer, fill, ...leaf } of leavesOf(items, walk)) {
    const within: Fill = (canary) => orNothing(fill(canary), (value) => [value]);
    yield { pointer: `/0${pointer}`, ...leaf, fill: within };
  }
}

function* membersOf(schema: Schema, walk: Walk): Generator<Leaf> {
  const { properties = {}, additionalProperties: more } = schema;
  for (const [name, member] of Object.entries(properties)) {
    for (const { pointer, fill, ...leaf } of leavesOf(member, walk)) {
      const within: Fill = (canary) =>
        orNothing(fill(canary), (value) => ({ ...(least(schema, walk) as object), [name]: value }));
      yield { pointer: `/${name}${pointer}`, ...leaf, fill: within };
    }
  }
  if (typeof more !== 'object') return;
  for (const { pointer, fill, ...leaf } of leavesOf(more, walk)) {
    const within: Fill = (canary) => orNothing(fill(canary), (value) => ({ [canary.lower]: value }));
    yield { pointer: `/*${pointer}`, ...leaf, fill: within };
  }
}

const orNothing = (value: unknown, wrap: (value: unknown) => unknown): unknown =>
  value === undefined ? undefined : wrap(value);

/** The smallest value that a schema takes; texts are as short as may be, and no canaries. */
function least(schema: Schema, walk: Walk): unknown {
  if (schema.$ref !== undefined) return least(referred(schema.$ref, walk), walk);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const [branch] = branchesOf(schema);
  if (branch !== undefined) return least(branch, walk);
  if (schema.type === 'string') return textFor(schema, PLAIN) ?? 'x';
  if (schema.type === 'array') return schema.items ? [least(schema.items, walk)] : [];
  if (schema.type === 'boolean') return true;
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1;
  return Object.fromEntries(
    (schema.required ?? []).map((name) => [name, least(schema.properties?.[name] ?? {}, walk)]),
  );
}

const PLAIN: Canary = { lower: 'plain', upper: 'PLAIN', digits: '12345678' };

function referred(reference: string, { root }: Walk): Schema {
  return reference === '#' ? root : (root.$defs?.[reference.replace('#/$defs/', '')] ?? {});
}

const branchesOf = (schema: Schema): readonly Schema[] =>
  ['anyOf', 'oneOf', 'allOf'].flatMap((word) => (schema[word] as readonly Schema[] | undefined) ?? []);

/** Shapes that a text may have to have. */
const SHAPES: readonly ((canary: Canary) => string)[] = [
  ({ lower }) => `https://${lower}.test/${lower}?${lower}=${lower}`,
  ({ lower }) => `${lower} words`,
  ({ lower }) => lower,
  ({ upper }) => upper,
  ({ digits }) => digits,
  ({ digits }) => digits.padEnd(16, '0'),
  ({ lower }) => `${lower}@example.com`,
  ({ lower }) => `s3://${lower}/${lower}`,
  ({ lower }) => `conn_${lower.padEnd(26, '0')}`,
  ({ lower }) => `SHA256:${lower.padEnd(43, '0')}`,
];

/** @returns undefined where a text can hold no words: a length, a date, a color */
function textFor(schema: Schema, canary: Canary): string | undefined {
  const { pattern, format, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
  const expression = pattern === undefined ? undefined : new RegExp(pattern, 'u');
  const fits = (text: string) =>
    text.length >= minLength && text.length <= maxLength && (expression === undefined || expression.test(text));
  const shapes = format === 'uri' ? SHAPES.slice(0, 1) : format === 'base64' ? SHAPES.slice(2) : SHAPES.slice(1);
  return [...shapes, SHAPES[0]].map((shape) => shape?.(canary) ?? '').find(fits);
}
