import { createRequire } from 'node:module';
import type { OutputUnit, Schema } from '@cfworker/json-schema';
import { METASCHEMA } from './liquid-metaschema.ts';
import { schemaLoops, unresolvedReferences } from './liquid-schema-references.ts';
import type { SchemaProblem } from './template-protocol.ts';

const require = createRequire(import.meta.url);
const library = () => require('@cfworker/json-schema') as typeof import('@cfworker/json-schema');

/** Faults that are reported of one schema. */
const MOST_PROBLEMS = 20;
const LONGEST_POINTER = 200;

/**
 * Looks for what keeps a JSON Schema (2020-12) from being used, whatever the data: rules that are none, and references
 * that lead nowhere or in a circle. Words that are not known, and formats, are no faults.
 */
export function checkSchema(schema: object | boolean): readonly SchemaProblem[] {
  if (typeof schema === 'boolean') return [];
  try {
    const broken = brokenRules(schema);
    // References are looked for in what is a schema.
    return broken.length > 0 ? broken : brokenReferences(schema);
  } catch {
    return [{ pointer: '', message: 'cannot be used: it is too large, or two of its parts have the same "$id"' }];
  }
}

function brokenRules(schema: object): readonly SchemaProblem[] {
  const { Validator } = library();
  const { errors } = new Validator(METASCHEMA as Schema, '2020-12', false).validate(schema);
  const problems = new Map<string, string>();
  for (const unit of errors) {
    const pointer = decodeURI(unit.instanceLocation.slice(1));
    if (!problems.has(pointer)) problems.set(pointer, ruleOf(unit));
  }
  return bounded([...problems].filter(([pointer]) => ![...problems.keys()].some((other) => isWithin(other, pointer))));
}

const isWithin = (pointer: string, parent: string): boolean => pointer.startsWith(`${parent}/`);

/** What the place has to be: the words of the innermost rule that has some. */
function ruleOf({ keywordLocation }: OutputUnit): string {
  let rule: unknown = METASCHEMA;
  let words = METASCHEMA.description;
  for (const key of keywordLocation.split('/').slice(1)) {
    const inner = (rule as Readonly<Record<string, unknown>> | undefined)?.[key];
    if (inner === '#') {
      // What the reference says of the place is nearer than what any schema has to be.
      rule = METASCHEMA;
      continue;
    }
    rule = inner;
    const { description } = (rule ?? {}) as { readonly description?: unknown };
    if (typeof description === 'string') words = description;
  }
  return words;
}

function brokenReferences(schema: object): readonly SchemaProblem[] {
  const { dereference } = library();
  const lookup = dereference(schema as Schema);
  const unresolved = unresolvedReferences(schema, lookup);
  if (unresolved.length > 0) return bounded(unresolved.map((pointer) => [pointer, 'must name a schema that is here']));
  return bounded(schemaLoops(schema, lookup).map((pointer) => [pointer, 'leads back to itself']));
}

const bounded = (problems: readonly (readonly [pointer: string, message: string])[]): readonly SchemaProblem[] =>
  problems
    .slice(0, MOST_PROBLEMS)
    .map(([pointer, message]) => ({ pointer: pointer.slice(0, LONGEST_POINTER), message }));
