import type { z } from 'zod';
import { EngineError, type EngineIssue } from '../errors.ts';
import { remedyOf } from './unknown-field.ts';

type Issue = z.core.$ZodIssue;

/** Faults that are reported of one request. */
const MOST_ISSUES = 20;

/**
 * What a schema found wrong with a value, in words for the person who wrote it: a pointer to each field, and for an
 * unknown one the nearest name that is known.
 * @param schema the schema that found it
 * @param at JSON pointer of the value within the request
 */
export function toEngineError(issues: readonly Issue[], schema: z.ZodType, at = ''): EngineError {
  const details = issues
    // A field has two at most.
    .slice(0, 2 * MOST_ISSUES)
    .map(innermost)
    .filter(
      (issue, _, all) => !isBoundOfIntegers(issue) || all.every((other) => other === issue || !isOf(issue, other)),
    )
    .flatMap((issue) => describe(issue, schema, at))
    .slice(0, MOST_ISSUES);
  const first = details[0] as EngineIssue;
  const code = details.every((detail) => detail.code === 'unknown_field') ? 'unknown_field' : 'invalid_request';
  return new EngineError(code, first.detail, { pointer: first.pointer, issues: details });
}

/** The most telling issue of a union: that of the branch whose type the value has. */
function innermost(issue: Issue): Issue {
  if (issue.code !== 'invalid_union') return issue;
  const branches = issue.errors.filter(
    (branch) => !branch.some((inner) => inner.code === 'invalid_type' && inner.path.length === 0),
  );
  const branch = (branches.length > 0 ? branches : issue.errors).at(-1);
  const first = branch?.[0];
  if (!first || (branches.length === 0 && issue.errors.length > 1)) return issue;
  return innermost({ ...first, path: [...issue.path, ...first.path] } as Issue);
}

/** What a number of type integer may be at most comes beside the field's own bound, which says more. */
const isBoundOfIntegers = (issue: Issue): boolean =>
  (issue.code === 'too_big' && issue.maximum === Number.MAX_SAFE_INTEGER) ||
  (issue.code === 'too_small' && issue.minimum === Number.MIN_SAFE_INTEGER);

const isOf = ({ path }: Issue, other: Issue): boolean => pointerTo(path) === pointerTo(other.path);

function describe(issue: Issue, schema: z.ZodType, at: string): EngineIssue[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const known = knownFields(schema, issue.path);
      // Forms of other kinds have fields of such names, too, and none of these.
      const isConversion = issue.path.length === 0 && known.includes('disable_javascript');
      const remedy = remedyOf(key, known, { isConversion });
      return {
        pointer: at + pointerTo([...issue.path, key]),
        code: 'unknown_field',
        detail: `The field "${key.slice(0, 64)}" is not known. ${remedy}`,
      };
    });
  }
  const pointer = at + pointerTo(issue.path);
  const field = pointer === '' ? 'The request' : `"${pointer.slice(1).replaceAll('/', '.')}"`;
  return [{ pointer, code: 'invalid_request', detail: `${field} ${reason(issue)}.` }];
}

function reason(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `${isMissing(issue) ? 'is missing: it ' : ''}has to be ${article(issue.expected)}`;
    case 'too_small':
      return issue.minimum === 1 && unitOf(issue.origin) !== ''
        ? 'must not be empty'
        : `has to be at least ${issue.minimum}${unitOf(issue.origin)}`;
    case 'too_big':
      return `has to be at most ${issue.maximum}${unitOf(issue.origin)}`;
    case 'invalid_value':
      return `has to be ${issue.values.length === 1 ? '' : 'one of '}${choicesOf(issue.values)}`;
    case 'invalid_key':
      return issue.issues[0]
        ? reason({ ...issue.issues[0], path: issue.path } as Issue)
        : 'has a name that is not allowed';
    case 'invalid_union':
      return typesOf(issue) ?? 'has a form that is not accepted; see the reference';
    default:
      return issue.message.startsWith('must') || issue.message.startsWith('cannot') ? issue.message : 'is not valid';
  }
}

/** Issues do not carry the input; what is not there is reported in their message only. */
const isMissing = (issue: Issue): boolean => issue.message.endsWith('received undefined');

function unitOf(origin: string): string {
  if (origin === 'string') return ' characters long';
  return origin === 'array' ? ' entries long' : '';
}

/** The types that the branches of a union take, when the value has none of them. */
function typesOf(issue: z.core.$ZodIssueInvalidUnion): string | undefined {
  const kinds = 'options' in issue ? issue.options : undefined;
  if (kinds !== undefined) return `has to be one of ${choicesOf(kinds.filter((kind) => kind !== undefined))}`;
  const errors: readonly (readonly Issue[])[] = issue.errors;
  const branches = errors.map((branch) => branch.find(({ path }) => path.length === 0));
  const named = branches.map((issue) => {
    if (issue?.code === 'invalid_type') return article(issue.expected);
    return issue?.code === 'invalid_value' ? `one of ${choicesOf(issue.values)}` : undefined;
  });
  if (named.length === 0 || named.includes(undefined)) return undefined;
  return `has to be ${[...new Set(named)].join(' or ')}`;
}

const choicesOf = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).join(', ');

/** A type of a schema in words. */
function article(type: string): string {
  if (type === 'int') return 'a whole number';
  return type === 'record' || /^[aeiou]/.test(type) ? `an ${type.replace('record', 'object')}` : `a ${type}`;
}

/** Names that are known beside an unknown one. */
function knownFields(root: z.ZodType, path: readonly PropertyKey[]): readonly string[] {
  let schema: unknown = root;
  for (const key of path) {
    // An array's element is unwrapped together with the array.
    if (typeof key === 'number') continue;
    schema = objectWithin((schema as { shape?: Record<PropertyKey, unknown> } | undefined)?.shape?.[key]);
  }
  return Object.keys((objectWithin(schema) as { shape?: object } | undefined)?.shape ?? {});
}

/** The object schema inside optional, default, array and union wrappers. */
function objectWithin(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return undefined;
  const { def, shape } = schema as {
    def?: { innerType?: unknown; element?: unknown; options?: unknown[]; in?: unknown };
    shape?: object;
  };
  if (shape) return schema;
  if (def?.innerType) return objectWithin(def.innerType);
  if (def?.element) return objectWithin(def.element);
  if (def?.in) return objectWithin(def.in);
  return def?.options?.map(objectWithin).find((option) => (option as { shape?: object } | undefined)?.shape);
}

function pointerTo(path: readonly PropertyKey[]): string {
  return path.map((key) => `/${String(key).slice(0, 64).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
