import { lookup as mediaTypeOf } from 'mrmime';
import { EngineError, type OptionPart, type TemplatePart } from '../errors.ts';
import type { SourceFile } from '../request/input.ts';
import { problemText } from './liquid-fault.ts';
import { readCheck, readFault, readSchema, readTexts } from './template-answer.ts';
import { type Outcome, runJob } from './template-job.ts';
import { giveBack, keepSpareProcess, lend } from './template-pool.ts';
import {
  type EscapeMode,
  isOptionPart,
  type JobFault,
  LIMIT_FAULTS,
  partsOf,
  type SchemaProblem,
  TEMPLATE_LIMITS,
  type TemplateCheck,
  type TemplateJob,
  type TemplateTexts,
} from './template-protocol.ts';
import { inTurn } from './template-turns.ts';

/** A template that is stored somewhere, beyond its text. */
export interface TemplateOptions {
  /** Under which a child may keep the compiled form; equal keys of a group mean equal template text and snippets. */
  readonly key?: string | undefined;
  /** What `{% render %}`, `{% include %}` and `{% layout %}` load, by name. Default: nothing. */
  readonly snippets?: Readonly<Record<string, string>> | undefined;
  /** `html` (default): what is printed is escaped, unless `| raw` says otherwise. `none`: it is printed as it is. */
  readonly escape?: EscapeMode | undefined;
  /** Whether a variable that the data does not have is an error; default: it prints nothing. */
  readonly strictVariables?: boolean | undefined;
  /** JSON Schema (2020-12) that the data has to fit. */
  readonly schema?: object | boolean | undefined;
  /** Liquid templates of options, by their JSON Pointer, such as `/metadata/title`; what they print is not escaped. */
  readonly texts?: OptionTexts | undefined;
}

/** Texts of options by their JSON Pointer. */
export type OptionTexts = Readonly<Record<OptionPart, string>>;

/** Templates that are rendered with the same data and snippets. */
export interface TemplateRequest extends TemplateOptions {
  /** Liquid template of the document. */
  readonly template: string;
  /** Liquid templates of header and footer, in which print variables such as `{{page}}` stay as they are. */
  readonly header?: string | undefined;
  readonly footer?: string | undefined;
  /** Variables of the template: anything that JSON can say. Never parsed as a template. */
  readonly data: Record<string, unknown>;
  /** Files for the filter `image_data`. */
  readonly files?: readonly SourceFile[] | undefined;
}

export interface CheckRequest extends Omit<TemplateRequest, 'data'> {
  /** Sample data. */
  readonly data?: Record<string, unknown> | undefined;
}

export interface TemplateRun {
  /** Ends the render; the promise rejects with `canceled`. */
  readonly signal?: AbortSignal | undefined;
  /** Organisation. Its renders may share a child, one after the other; without one, nothing is shared. */
  readonly group?: string | undefined;
}

export interface RenderedTemplate {
  readonly html: string;
  readonly header?: string;
  readonly footer?: string;
  readonly texts?: OptionTexts;
}

const POINTERS = { content: '/source/html', header: '/header/source', footer: '/footer/source' } as const;

const pointerOf = (part: TemplatePart): string => (isOptionPart(part) ? part : POINTERS[part]);

const fault = (message: string, part: TemplatePart = 'content'): EngineError =>
  new EngineError('template_error', message, { pointer: pointerOf(part), template: { part, message } });
const canceled = (): EngineError => new EngineError('canceled', 'The caller canceled the conversion.');
const notStarted = (cause?: unknown): EngineError =>
  new EngineError('capacity', 'The renderer of templates could not be started. Try again.', {
    retryAfterSeconds: 1,
    cause,
  });
const starved = (): EngineError =>
  new EngineError('capacity', 'The machine was too busy to render the template. Try again.', { retryAfterSeconds: 1 });

function toError({ code, problem, issues }: JobFault): EngineError {
  const message = problemText(problem);
  if (code !== 'invalid_request') {
    return new EngineError(code, message, { pointer: pointerOf(problem.part), template: problem });
  }
  return new EngineError(code, message, {
    pointer: issues?.[0]?.pointer ?? '/data',
    ...(issues ? { issues: issues.map((issue) => ({ ...issue, code })) } : {}),
  });
}

/** @throws EngineError `template_error` */
function checkSizes(parts: TemplateTexts, snippets: Readonly<Record<string, string>>): void {
  let total = 0;
  const count = (text: string, part: TemplatePart) => {
    const bytes = Buffer.byteLength(text);
    if (bytes > TEMPLATE_LIMITS.templateBytes) throw fault(LIMIT_FAULTS.template, part);
    total += bytes;
  };
  for (const part of partsOf(parts)) count(parts[part] ?? '', part);
  for (const text of Object.values(snippets)) count(text, 'content');
  if (total > TEMPLATE_LIMITS.totalBytes) throw fault(LIMIT_FAULTS.total);
}

/** The files as `data:` URLs, if a template mentions the filter that wants them. */
function readFiles(texts: readonly string[], files: readonly SourceFile[]): Record<string, string> {
  if (!texts.some((text) => text.includes('image_data'))) return {};
  const url = ({ name, bytes }: SourceFile) =>
    `data:${mediaTypeOf(name) ?? 'application/octet-stream'};base64,${Buffer.from(bytes).toString('base64')}`;
  return Object.fromEntries(files.map((file) => [file.name, url(file)]));
}

/** What a job needs of a request, whatever is done with it. */
function readRequest({ template, header, footer, snippets = {}, escape: escapeMode = 'html', ...rest }: CheckRequest) {
  const parts: TemplateTexts = {
    content: template,
    ...(header === undefined ? {} : { header }),
    ...(footer === undefined ? {} : { footer }),
    ...rest.texts,
  };
  checkSizes(parts, snippets);
  return {
    parts,
    snippets,
    escapeMode,
    strictVariables: rest.strictVariables ?? false,
    files: readFiles([...Object.values(parts), ...Object.values(snippets)], rest.files ?? []),
    ...(rest.schema === undefined ? {} : { schema: rest.schema }),
  };
}

/** Whether a child did what it was asked for: filled, or looked at, a template or a schema. */
const wentWell = (answer: unknown, { parts }: TemplateJob): boolean =>
  (readTexts(answer, parts) ?? readCheck(answer) ?? readSchema(answer)) !== undefined;

/** How often a job is given to another child when its child was ended by somebody. */
const MOST_CHILDREN = 3;

/**
 * Has a child do a job. The child waits for the next one of its group if this one went well; else it is ended.
 * @throws EngineError
 */
async function run(job: TemplateJob, { signal, group }: TemplateRun): Promise<unknown> {
  if (signal?.aborted) throw canceled();
  const attempt = async (): Promise<Outcome> => {
    const lent = lend(group);
    let isHealthy = false;
    try {
      const outcome = await runJob(lent.process, job, signal);
      isHealthy = outcome.kind === 'answer' && wentWell(outcome.answer, job);
      return outcome;
    } finally {
      giveBack(lent, { isHealthy });
    }
  };
  const work = async (): Promise<unknown> => {
    for (let tries = 1; ; tries += 1) {
      const outcome = await attempt();
      if (outcome.kind === 'answer') return outcome.answer;
      if (outcome.kind === 'canceled') throw canceled();
      if (outcome.kind === 'limit') throw fault(outcome.message);
      if (outcome.kind === 'starved') throw starved();
      if (outcome.kind === 'unsendable') {
        throw fault('The data cannot be written as JSON: it is nested too deeply or refers to itself.');
      }
      if (tries === MOST_CHILDREN) throw notStarted();
    }
  };
  try {
    return await inTurn(work, { signal, group, onIdle: keepSpareProcess });
  } catch (error) {
    if (error instanceof EngineError) throw error;
    throw signal?.aborted ? canceled() : notStarted(error);
  }
}

/**
 * Renders a Liquid template with data, and its header and footer, in a child process that has no permissions.
 *
 * Limits: 500 kB for each template and snippet, 1 s of processor time, 50 MB of memory, 20 MB of output. As many renders
 * run at once as there are cores; others wait.
 *
 * @throws EngineError `template_error` when the template is wrong or passes a limit, and `template_variable_missing`
 *   when a variable is missing that has to be there: the message names the line and column where it can, and never
 *   holds a value of the data. `invalid_request` when the data does not fit the schema. `canceled` when `signal` aborts.
 *   `capacity` when no child can be started, or gets no time, which is not the template's fault.
 */
export async function renderTemplate(request: TemplateRequest, options: TemplateRun = {}): Promise<RenderedTemplate> {
  const { data, key } = request;
  const source = readRequest(request);
  const answer = await run({ task: 'render', ...source, data, ...(key === undefined ? {} : { key }) }, options);
  const texts = readTexts(answer, source.parts);
  if (texts === 'too large') throw fault(LIMIT_FAULTS.output);
  if (texts === undefined) {
    const found = readFault(answer);
    throw found ? toError(found) : fault(LIMIT_FAULTS.memory);
  }
  const { content: html = '', header, footer, ...filled } = texts;
  return {
    html,
    ...(header === undefined ? {} : { header }),
    ...(footer === undefined ? {} : { footer }),
    ...(Object.keys(filled).length > 0 ? { texts: filled } : {}),
  };
}

/**
 * Looks for mistakes in a template without a document to make: what cannot be parsed, filters, tags and snippets that
 * do not exist, and variables that neither the sample data nor the schema has. Limits as those of `renderTemplate`.
 *
 * @throws EngineError `template_error` when a limit is passed; `canceled`, `capacity`
 */
export async function checkTemplate(request: CheckRequest, options: TemplateRun = {}): Promise<TemplateCheck> {
  const { data } = request;
  const source = readRequest(request);
  const answer = await run({ task: 'check', ...source, ...(data === undefined ? {} : { data }) }, options);
  const found = readFault(answer);
  if (found) throw toError(found);
  const check = readCheck(answer);
  if (!check) throw fault(LIMIT_FAULTS.memory);
  return check;
}

/**
 * Looks for what keeps a JSON Schema (2020-12) from being used, in a child: its regular expressions are anybody's.
 *
 * @returns what is wrong, with JSON Pointers into the schema; at most 20
 * @throws EngineError `template_error` when a limit is passed; `canceled`, `capacity`
 */
export async function checkSchema(
  schema: object | boolean,
  options: TemplateRun = {},
): Promise<readonly SchemaProblem[]> {
  const problems = readSchema(await run({ task: 'schema', parts: {}, schema }, options));
  if (!problems) throw fault(LIMIT_FAULTS.memory);
  return problems;
}
