/** Where the references of a JSON Schema (2020-12) lead. */

type Rules = Readonly<Record<string, unknown>>;
/** The schemas that there are, by their absolute URI; an interpreter writes the URI of each reference beside it. */
type Lookup = Readonly<Record<string, unknown>>;

/** Words with one schema, a list of schemas, or a schema for each name. */
const ONE = ['additionalProperties', 'contains', 'propertyNames', 'unevaluatedItems', 'unevaluatedProperties', 'items'];
const LISTS = ['prefixItems'];
const MAPS = ['$defs', 'definitions', 'properties', 'patternProperties'];
/** The same of words that go on with the same value, whatever it is. */
const SAME_ONE = ['if', 'not'];
const SAME_LISTS = ['allOf', 'anyOf', 'oneOf'];
/** The same of words that go on with the same value for some values. */
const SOME_ONE = ['then', 'else'];
const SOME_MAPS = ['dependentSchemas', 'dependencies'];

const isRules = (value: unknown): value is Rules =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const escaped = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

type Place = readonly [pointer: string, schema: Rules];

function* placesAt(
  [pointer, schema]: Place,
  { one = [], lists = [], maps = [] }: { one?: readonly string[]; lists?: readonly string[]; maps?: readonly string[] },
): Generator<Place> {
  for (const word of one) {
    const inner = schema[word];
    if (isRules(inner)) yield [`${pointer}/${word}`, inner];
  }
  for (const word of [...lists, ...maps]) {
    const inner = schema[word];
    const entries = typeof inner === 'object' && inner !== null ? Object.entries(inner) : [];
    for (const [key, each] of entries) if (isRules(each)) yield [`${pointer}/${word}/${escaped(key)}`, each];
  }
}

/** All schemas within a schema, and itself. */
function* everyPlace(root: Rules): Generator<Place> {
  const rest: Place[] = [['', root]];
  const words = {
    one: [...ONE, ...SAME_ONE, ...SOME_ONE],
    lists: [...LISTS, ...SAME_LISTS],
    maps: [...MAPS, ...SOME_MAPS],
  };
  for (let place = rest.pop(); place; place = rest.pop()) {
    yield place;
    rest.push(...placesAt(place, words));
  }
}

const targetOf = (schema: Rules, lookup: Lookup): unknown => lookup[String(schema.__absolute_ref__ ?? schema.$ref)];

/** Pointers to references to what is not there. */
export function unresolvedReferences(schema: object, lookup: Lookup): readonly string[] {
  const pointers: string[] = [];
  for (const [pointer, rules] of everyPlace(schema as Rules)) {
    if (rules.$ref !== undefined && targetOf(rules, lookup) === undefined) pointers.push(`${pointer}/$ref`);
  }
  return pointers;
}

/**
 * Pointers to references that lead back to where they stand before any part of a value is looked at: no value could ever
 * be checked.
 */
export function schemaLoops(schema: object, lookup: Lookup): readonly string[] {
  const finished = new Set<Rules>();
  const pointers: string[] = [];
  const follow = (place: Place, path: ReadonlySet<Rules>): void => {
    const [pointer, rules] = place;
    if (finished.has(rules)) return;
    const longer = new Set(path).add(rules);
    const target = rules.$ref === undefined ? undefined : targetOf(rules, lookup);
    if (isRules(target)) {
      if (longer.has(target)) pointers.push(`${pointer}/$ref`);
      else follow([pointerOf(target, pointer), target], longer);
    }
    for (const inner of placesAt(place, { one: SAME_ONE, lists: SAME_LISTS })) follow(inner, longer);
    finished.add(rules);
  };
  const pointerOf = (target: Rules, otherwise: string): string => known.get(target) ?? otherwise;
  const known = new Map([...everyPlace(schema as Rules)].map(([pointer, rules]) => [rules, pointer]));
  for (const place of everyPlace(schema as Rules)) follow(place, new Set());
  return pointers;
}
