import { type Engine, EngineError, type SchemaProblem, type TemplateProblem, type TemplateRun } from '@platen/engine';
import { ApiError } from '../errors.ts';
import type { PublishedBody, TemplateBody } from './body.ts';
import { optionTexts } from './options.ts';
import type { ProblemJson } from './schema.ts';
import { columnWithout, STYLE_SNIPPET, withStyle } from './style.ts';

/** The template of a body as the engine takes it. */
export function templateOf({ content, css, header, footer, schema, snippets, options, ...body }: PublishedBody) {
  const { html, snippet } = withStyle(content, css);
  return {
    template: html,
    ...(header === null ? {} : { header }),
    ...(footer === null ? {} : { footer }),
    ...(schema === null ? {} : { schema }),
    snippets: {
      ...Object.fromEntries(Object.entries(snippets).map(([name, { content: liquid }]) => [name, liquid])),
      ...(snippet === undefined ? {} : { [STYLE_SNIPPET]: snippet }),
    },
    texts: optionTexts(options),
    escape: body.escape,
    strictVariables: body.strict_variables,
  };
}

/**
 * Looks at a JSON Schema before it is kept: one that cannot be used would refuse every conversion.
 * @throws ApiError `invalid_request` with pointers into `/schema`
 */
export async function checkSchema(engine: Engine, schema: TemplateBody['schema'], run: TemplateRun): Promise<void> {
  if (schema === null) return;
  const issues = (await engine.checkSchema(schema, run)).map((problem) => ({
    pointer: `/schema${problem.pointer}`,
    code: 'invalid_request' as const,
    detail: `${sentenceOf(problem)} Correct it, or leave out "schema".`,
  }));
  if (issues[0]) throw new ApiError('invalid_request', { detail: issues[0].detail, issues });
}

const sentenceOf = ({ pointer, message }: SchemaProblem): string =>
  `"schema${pointer.replaceAll('/', '.')}" ${message} (JSON Schema 2020-12).`;

/**
 * Looks at a version before it is published: what can never be filled is not.
 * @throws ApiError `template_error` with the places of all faults; `invalid_request` for its schema
 */
export async function checkVersion(engine: Engine, body: PublishedBody, run: TemplateRun): Promise<void> {
  await checkSchema(engine, body.schema, run);
  const { errors: found } = await engine.checkTemplate(templateOf(body), run);
  const errors = found.map((problem) => asWritten(body, problem));
  const [first] = errors;
  if (!first) return;
  const issues = errors.map((problem) => ({
    pointer: isOption(problem) ? `/options${problem.part}` : `/${problem.part}`,
    code: 'template_error',
    detail: placed(problem),
  }));
  throw new ApiError('template_error', { detail: placed(first), issues });
}

export interface Inspection {
  readonly errors: readonly ProblemJson[];
  readonly warnings: readonly ProblemJson[];
  readonly variables: readonly string[];
}

export interface InspectOptions extends TemplateRun {
  readonly data?: Record<string, unknown>;
  /** Whether it was filled with the data elsewhere, and well: then it is not filled once more. Default: it was not. */
  readonly filled?: () => Promise<boolean>;
}

/** Everything that is wrong with a template; with data, also what filling it comes to. */
export async function inspectTemplate(
  engine: Engine,
  body: PublishedBody,
  { data, filled = async () => false, ...run }: InspectOptions,
): Promise<Inspection> {
  const inSchema = body.schema === null ? [] : await engine.checkSchema(body.schema, run);
  const { schema: _unusable, ...withoutSchema } = templateOf(body);
  const checked = inSchema.length > 0 ? withoutSchema : templateOf(body);
  const template = { ...checked, ...(data === undefined ? {} : { data }) };
  const ofSchema = inSchema.map((problem) => ({
    part: 'schema' as const,
    pointer: problem.pointer,
    message: sentenceOf(problem),
  }));
  try {
    const { variables, ...found } = await engine.checkTemplate(template, run);
    const [errors, warnings] = [found.errors, found.warnings].map((all) =>
      all.map((each) => asWritten(body, each)),
    ) as [TemplateProblem[], TemplateProblem[]];
    const isFilled = errors.length > 0 || data === undefined || (inSchema.length === 0 && (await filled()));
    const faults = isFilled ? [] : await faultsOfFilling(engine, { ...template, data }, run);
    const told = new Set(errors.map((error) => JSON.stringify(error)));
    const others = warnings.filter((warning) => !told.has(JSON.stringify(warning)));
    return {
      errors: [...ofSchema, ...errors.map(problemJson), ...faults],
      warnings: others.map(problemJson),
      variables,
    };
  } catch (error) {
    return { errors: [...ofSchema, ...problemsIn(error)], warnings: [], variables: [] };
  }
}

/** A problem at its place in the template as the customer has it, without the style sheet in it. */
export function asWritten(
  { content, css }: Pick<TemplateBody, 'content' | 'css'>,
  problem: TemplateProblem,
): TemplateProblem {
  const { part, snippet, line, column } = problem;
  if (part !== 'content' || snippet !== undefined || line === undefined || column === undefined) return problem;
  return { ...problem, column: columnWithout(withStyle(content, css).insertion, line, column) };
}

async function faultsOfFilling(
  engine: Engine,
  request: Parameters<Engine['renderTemplate']>[0],
  run: TemplateRun,
): Promise<readonly ProblemJson[]> {
  try {
    await engine.renderTemplate(request, run);
    return [];
  } catch (error) {
    return problemsIn(error);
  }
}

/** What an error says of a template or its data. Any other error is thrown on. */
function problemsIn(error: unknown): readonly ProblemJson[] {
  if (!(error instanceof EngineError)) throw error;
  const { code, details, message } = error;
  if (code === 'template_error' || code === 'template_variable_missing') {
    return [problemJson(details.template ?? { part: 'content', message })];
  }
  if (code !== 'invalid_request') throw error;
  // Data that does not fit the schema.
  return (details.issues ?? [{ detail: message }]).map(({ detail }) => ({ part: 'content', message: detail }));
}

/** Whether it is in an option, whose pointer is the name of the part. */
const isOption = ({ part }: Pick<TemplateProblem, 'part'>): boolean => part.startsWith('/');

const problemJson = ({ part, snippet, line, column, message, variable, nearest }: TemplateProblem): ProblemJson => ({
  ...(part === 'content' || part === 'header' || part === 'footer' ? { part } : { part: 'options', pointer: part }),
  ...(snippet === undefined ? {} : { snippet }),
  ...(line === undefined ? {} : { line }),
  ...(column === undefined ? {} : { column }),
  message,
  ...(variable === undefined ? {} : { variable }),
  ...(nearest === undefined ? {} : { nearest }),
});

/** A problem in one sentence, with its place. */
function placed({ part, snippet, line, column, message }: TemplateProblem): string {
  const name = part.startsWith('/') ? `options${part.replaceAll('/', '.')}` : part;
  const where = snippet === undefined ? name : `snippet "${snippet}"`;
  const place =
    line === undefined ? where : `${where}, line ${line}${column === undefined ? '' : `, column ${column}`}`;
  return `${message} (${place})`;
}
