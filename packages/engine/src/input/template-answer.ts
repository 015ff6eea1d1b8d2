import type { TemplateProblem } from '../errors.ts';
import {
  FAULT_LENGTH,
  type JobFault,
  partsOf,
  readPart,
  type SchemaProblem,
  TEMPLATE_LIMITS,
  type TemplateCheck,
  type TemplateTexts,
} from './template-protocol.ts';

/** Reads what a child answers. A child is not trusted to keep the protocol: what does not fit is as if it were not said. */

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
const textOf = (value: unknown, length: number): string | undefined =>
  typeof value === 'string' ? value.slice(0, length) : undefined;
const countOf = (value: unknown): number | undefined => (Number.isSafeInteger(value) ? (value as number) : undefined);

/** The documents, if there is one for each part that was asked for and they keep the limit. */
export function readTexts(answer: unknown, wanted: TemplateTexts): TemplateTexts | 'too large' | undefined {
  const rendered = fieldsOf(fieldsOf(answer).rendered);
  const texts: Record<string, string> = {};
  let bytes = 0;
  for (const part of partsOf(wanted)) {
    const text = rendered[part];
    if (typeof text !== 'string') return undefined;
    bytes += Buffer.byteLength(text);
    texts[part] = text;
  }
  return bytes > TEMPLATE_LIMITS.outputBytes ? 'too large' : texts;
}

function readProblem(value: unknown): TemplateProblem | undefined {
  const fields = fieldsOf(value);
  const message = textOf(fields.message, FAULT_LENGTH);
  if (message === undefined) return undefined;
  const optional = {
    line: countOf(fields.line),
    column: countOf(fields.column),
    snippet: textOf(fields.snippet, 60),
    variable: textOf(fields.variable, FAULT_LENGTH),
    nearest: textOf(fields.nearest, 60),
  };
  const given = Object.entries(optional).filter(([, field]) => field !== undefined);
  return {
    part: readPart(textOf(fields.part, FAULT_LENGTH)) ?? 'content',
    message,
    ...Object.fromEntries(given),
  };
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value.slice(0, 200) : []);

const FAULT_CODES = ['template_error', 'template_variable_missing', 'invalid_request'] as const;

/** What is wrong with the template or its data. */
export function readFault(answer: unknown): JobFault | undefined {
  const fault = fieldsOf(fieldsOf(answer).fault);
  const problem = readProblem(fault.problem);
  if (!problem) return undefined;
  const issues = listOf(fault.issues).flatMap((issue) => {
    const pointer = textOf(fieldsOf(issue).pointer, FAULT_LENGTH);
    const detail = textOf(fieldsOf(issue).detail, FAULT_LENGTH);
    return pointer === undefined || detail === undefined ? [] : [{ pointer, detail }];
  });
  const code = FAULT_CODES.find((known) => known === fault.code) ?? 'template_error';
  return { code, problem, ...(issues.length > 0 ? { issues } : {}) };
}

/** What was found in a template. */
export function readCheck(answer: unknown): TemplateCheck | undefined {
  const { checked } = fieldsOf(answer);
  if (checked === undefined) return undefined;
  const { errors, warnings, variables } = fieldsOf(checked);
  const problems = (list: unknown) => listOf(list).flatMap((entry) => readProblem(entry) ?? []);
  return {
    errors: problems(errors),
    warnings: problems(warnings),
    variables: listOf(variables).flatMap((name) => textOf(name, FAULT_LENGTH) ?? []),
  };
}

/** What was found in a schema. */
export function readSchema(answer: unknown): readonly SchemaProblem[] | undefined {
  const { schema } = fieldsOf(answer);
  if (!Array.isArray(schema)) return undefined;
  return listOf(schema).flatMap((problem) => {
    const pointer = textOf(fieldsOf(problem).pointer, FAULT_LENGTH);
    const message = textOf(fieldsOf(problem).message, FAULT_LENGTH);
    return pointer === undefined || message === undefined ? [] : [{ pointer, message }];
  });
}
