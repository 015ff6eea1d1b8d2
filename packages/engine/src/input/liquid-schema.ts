import { createRequire } from 'node:module';
import type { OutputUnit, Schema } from '@cfworker/json-schema';
import { TemplateFailure } from './liquid.ts';

const require = createRequire(import.meta.url);

/** Faults that are reported of one set of data. */
const MOST_ISSUES = 20;
const LONGEST_POINTER = 120;
/** Rules that only say that another rule, which has its own entry, is broken. */
const PASSED_ON: ReadonlySet<string> = new Set(['properties', 'items', '$ref', 'allOf', 'additionalProperties']);

/** Words for the rules whose names do not speak for themselves. The values of the data stay out of them. */
function describeRule({ keyword, error }: OutputUnit, schema: Schema): string {
  if (keyword === 'required') {
    const missing = /^Instance does not have required property "([\p{L}\p{N}_-]{1,60})"/u.exec(error)?.[1];
    if (missing !== undefined && JSON.stringify(schema).includes(JSON.stringify(missing))) {
      return `lacks "${missing}" (rule "required")`;
    }
  }
  // A value that no rule allows: the schema says "false" for it.
  return keyword === 'false' ? 'is not allowed by the rules' : `breaks the rule "${keyword}"`;
}

function toIssue(unit: OutputUnit, schema: Schema): { pointer: string; detail: string } {
  const pointer = `/data${decodeURI(unit.instanceLocation.slice(1))}`.slice(0, LONGEST_POINTER);
  const field = pointer === '/data' ? 'The data' : `"${pointer.slice(1).replaceAll('/', '.')}"`;
  return { pointer, detail: `${field} ${describeRule(unit, schema)} of the schema.` };
}

/**
 * Checks data against the JSON Schema (2020-12) of its template.
 * @throws TemplateFailure with pointers to what breaks which rule, never with a value
 */
export function checkData(data: unknown, schema: object | boolean): void {
  if (schema === true) return;
  const units = validate(data, schema);
  if (units === undefined) return;
  const reported = units.filter(({ keyword }) => !PASSED_ON.has(keyword));
  const issues = (reported.length > 0 ? reported : units)
    .map((unit) => toIssue(unit, schema as Schema))
    .filter(
      ({ pointer, detail }, index, all) =>
        all.findIndex((one) => one.pointer === pointer && one.detail === detail) === index,
    )
    .slice(0, MOST_ISSUES);
  const [first] = issues;
  throw new TemplateFailure({
    code: 'invalid_request',
    problem: { part: 'content', message: first?.detail ?? 'The data does not fit the schema of the template.' },
    issues,
  });
}

function validate(data: unknown, schema: object | boolean): readonly OutputUnit[] | undefined {
  const { Validator } = require('@cfworker/json-schema') as typeof import('@cfworker/json-schema');
  try {
    const { valid, errors } = new Validator(schema as Schema, '2020-12', false).validate(data);
    return valid ? undefined : errors;
  } catch {
    const message = 'The schema of the template cannot be used: a reference or a pattern in it is not valid.';
    throw new TemplateFailure({ code: 'template_error', problem: { part: 'content', message } });
  }
}
