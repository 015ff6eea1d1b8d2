/** Names that a template may use: those of sample data, and those that a JSON Schema declares. */

type Node = Readonly<Record<string, unknown>>;
export type Path = readonly (string | number)[];

/** A node that says nothing about what is in it. */
const ANYTHING: Node = {};
/** Steps through references and combinations, so that a schema that refers to itself comes to an end. */
const MOST_STEPS = 30;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A part of the schema by the JSON pointer of a reference within it. */
function referred(root: unknown, reference: string): unknown {
  if (!reference.startsWith('#')) return undefined;
  const keys = reference.slice(1).split('/').slice(1);
  return keys.reduce<unknown>((value, key) => {
    const name = decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~');
    return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }, root);
}

/** All nodes that describe a value together: the schema, what it refers to, and what it combines. */
function expand(root: unknown, schema: unknown, steps = MOST_STEPS): Node[] {
  if (schema === true) return [ANYTHING];
  if (!isObject(schema) || steps === 0) return [];
  const combined = ['allOf', 'anyOf', 'oneOf'].flatMap((word) => listOf(schema[word]));
  const others = [...combined, schema.then, schema.else];
  if (typeof schema.$ref === 'string') others.push(referred(root, schema.$ref));
  const { $ref: _ref, allOf: _all, anyOf: _any, oneOf: _one, ...own } = schema;
  const isPassing = Object.keys(own).length === 0 && Object.keys(schema).length > 0;
  return [...(isPassing ? [] : [own]), ...others.flatMap((other) => expand(root, other, steps - 1))];
}

/** Whether a node leaves open what is in it. */
function isOpen({ properties, items, prefixItems, additionalProperties, type }: Node): boolean {
  if ([properties, items, prefixItems, additionalProperties].some((rule) => rule !== undefined)) return false;
  const types = typeof type === 'string' ? [type] : listOf(type);
  return types.length === 0 || types.includes('object') || types.includes('array');
}

function stepInto(root: unknown, node: Node, key: string | number): Node[] {
  if (key === 'size' || isOpen(node)) return [ANYTHING];
  const { properties, patternProperties, additionalProperties, items, prefixItems } = node;
  if (typeof key === 'number' || key === 'first' || key === 'last') {
    const elements = [items, ...listOf(prefixItems)].flatMap((element) => expand(root, element));
    if (elements.length > 0) return elements;
  }
  if (isObject(properties) && Object.hasOwn(properties, key)) return expand(root, properties[key]);
  if (patternProperties !== undefined) return [ANYTHING];
  return additionalProperties === undefined ? [] : expand(root, additionalProperties);
}

function readData(value: unknown, key: string | number): unknown {
  if (key === 'size') return 0;
  if (Array.isArray(value)) {
    if (key === 'first') return value[0];
    return key === 'last' ? value.at(-1) : value[Number(key)];
  }
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** What sample data and schema know; either may be missing. */
export class KnownNames {
  readonly #data: unknown;
  readonly #schema: unknown;
  readonly #declared = new WeakMap<object, Node[]>();

  constructor(data: unknown, schema: unknown) {
    this.#data = data;
    this.#schema = schema;
    if (schema !== undefined) this.#describe(data, expand(schema, schema));
  }

  /** Whether there is a value at a path, or a schema allows one. */
  has(path: Path): boolean {
    return this.missingAt(path) === undefined;
  }

  /** The first step of a path that is not known, and the names that are known in its place. */
  missingAt(path: Path): { readonly at: number; readonly known: readonly string[] } | undefined {
    let value = this.#data;
    let nodes = this.#schema === undefined ? [] : expand(this.#schema, this.#schema);
    for (const [at, key] of path.entries()) {
      const names = [...this.#namesIn(nodes), ...(isObject(value) && !Array.isArray(value) ? Object.keys(value) : [])];
      value = readData(value, key);
      nodes = nodes.flatMap((node) => stepInto(this.#schema, node, key));
      if (value === undefined && nodes.length === 0) return { at, known: names };
    }
    return undefined;
  }

  /** Whether the schema declares a name within an object of the sample data. */
  declares(owner: unknown, key: unknown): boolean {
    if (!isObject(owner) || (typeof key !== 'string' && typeof key !== 'number')) return false;
    return (this.#declared.get(owner) ?? []).some((node) => stepInto(this.#schema, node, key).length > 0);
  }

  #namesIn(nodes: readonly Node[]): string[] {
    return nodes.flatMap(({ properties }) => (isObject(properties) ? Object.keys(properties) : []));
  }

  #describe(value: unknown, nodes: Node[]): void {
    if (!isObject(value) || nodes.length === 0) return;
    this.#declared.set(value, nodes);
    const entries: [string | number, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
    for (const [key, child] of entries) {
      if (isObject(child))
        this.#describe(
          child,
          nodes.flatMap((node) => stepInto(this.#schema, node, key)),
        );
    }
  }
}

/** Data as a schema describes it: what a template can be tried with that has none. */
export function sampleOf(root: object | boolean, schema: unknown = root, depth = 8): unknown {
  const nodes = expand(root, schema);
  for (const node of nodes) {
    const [example] = [node.default, node.const, ...listOf(node.examples), ...listOf(node.enum)].filter(
      (value) => value !== undefined,
    );
    if (example !== undefined) return structuredClone(example);
  }
  if (depth === 0) return null;
  const properties = Object.assign({}, ...nodes.map((node) => node.properties).filter(isObject));
  if (Object.keys(properties).length > 0) {
    return Object.fromEntries(
      Object.keys(properties).map((name) => [name, sampleOf(root, properties[name], depth - 1)]),
    );
  }
  const element = nodes.map(({ items }) => items).find((items) => items !== undefined);
  if (element !== undefined) return [sampleOf(root, element, depth - 1)];
  const types = nodes.flatMap(({ type }) => (typeof type === 'string' ? [type] : listOf(type)));
  if (types.includes('number') || types.includes('integer')) return 1;
  if (types.includes('boolean')) return true;
  if (types.includes('array')) return [];
  return types.includes('string') ? 'text' : {};
}
