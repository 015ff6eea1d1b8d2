import { analyzeSync, type StaticAnalysis, type Template, toValueSync, type Variable } from 'liquidjs';
import type { TemplatePart, TemplateProblem } from '../errors.ts';
import { type CompiledPart, dropPrototypeKeys, faultScene, renderPart, TemplateFailure } from './liquid.ts';
import { createLiquid } from './liquid-engine.ts';
import { describeFault, describeMissing, describeSnippet, type FaultScene, MissingVariable } from './liquid-fault.ts';
import { KnownNames, type Path, sampleOf } from './liquid-known.ts';
import { type JobLimits, startLimits } from './liquid-limits.ts';
import { PRINT_VARIABLES } from './liquid-print.ts';
import { checkData } from './liquid-schema.ts';
import { loadedName } from './liquid-snippets.ts';
import { type CheckJob, kindOfPart, partsOf, type TemplateCheck } from './template-protocol.ts';

/** Findings, each once. */
class Findings {
  readonly #problems = new Map<string, TemplateProblem>();

  add(problem: TemplateProblem): void {
    const { part, snippet, line, column, message } = problem;
    // The same snippet is read by several parts.
    const key = JSON.stringify([snippet === undefined ? part : '', snippet, line, column, message]);
    if (!this.#problems.has(key)) this.#problems.set(key, problem);
  }

  get size(): number {
    return this.#problems.size;
  }

  get list(): TemplateProblem[] {
    return [...this.#problems.values()];
  }
}

interface Check {
  readonly job: CheckJob;
  /** What the template is tried with. */
  readonly sample: Record<string, unknown> | undefined;
  /** The time is that of the whole check; memory and output are those of each rendering. */
  readonly time: JobLimits['renderLimit'];
  readonly errors: Findings;
  readonly warnings: Findings;
  readonly variables: Set<string>;
  readonly known: KnownNames | undefined;
}

/** One text to look at: a part, or a snippet, which counts as of the content. */
interface Text {
  readonly part: TemplatePart;
  readonly text: string;
  readonly snippet?: string;
}

/** Looks for mistakes in all parts and snippets of a template. */
export function checkJob(job: CheckJob): TemplateCheck {
  if (job.data !== undefined) dropPrototypeKeys(job.data);
  const { data, schema } = job;
  const sample = sampleFor(job);
  const known = data === undefined && schema === undefined ? undefined : new KnownNames(sample, schema);
  const time = startLimits().renderLimit;
  const check: Check = {
    job,
    sample,
    time,
    errors: new Findings(),
    warnings: new Findings(),
    variables: new Set(),
    known,
  };
  checkSample(check);
  for (const [snippet, text] of Object.entries(job.snippets)) parseText(check, { part: 'content', text, snippet });
  for (const part of partsOf(job.parts)) checkPart(check, { part, text: job.parts[part] ?? '' });
  const { errors, warnings, variables } = check;
  return { errors: errors.list, warnings: warnings.list, variables: [...variables].sort() };
}

/** Whether the sample data fits the schema, and the schema can be used at all. */
function checkSample({ job: { data, schema }, errors }: Check): void {
  if (schema === undefined) return;
  try {
    checkData(data ?? {}, schema);
  } catch (error) {
    if (!(error instanceof TemplateFailure)) throw error;
    const { code, problem, issues } = error.fault;
    if (code !== 'invalid_request') errors.add(problem);
    else if (data !== undefined)
      for (const { detail } of issues ?? []) errors.add({ part: 'content', message: detail });
  }
}

function checkPart(check: Check, text: Text): void {
  const before = check.errors.size;
  const compiled = parseText(check, text);
  if (!compiled || check.errors.size > before) return;
  const analysis = analyze(compiled.templates);
  const scene = faultScene(compiled.liquid, text.text, check.job);
  if (analysis) listVariables(check, text.part, analysis);
  tryRender(check, text.part, compiled, scene);
  if (!check.known) return;
  const places = placesOf(analysis);
  const reported = new Set<string>();
  const tell = (missing: MissingVariable, place: Partial<TemplateProblem> | undefined) => {
    const finding = describeMissing(missing, scene);
    if (reported.has(finding.variable ?? '')) return;
    reported.add(finding.variable ?? '');
    check.warnings.add({ part: text.part, ...place, ...finding });
  };
  recordMissing(check, text.part, compiled, (missing) => tell(missing, places.get(keyOf(missing.path))));
  if (analysis) findUnknown(check, text.part, analysis, tell);
}

/** Parses a text, and looks for errors in all of it: what each top-level tag is the first to complain about. */
function parseText({ job, errors }: Check, { part, text, snippet }: Text): CompiledPart | undefined {
  const { liquid, print } = createLiquid({ ...job, ...kindOfPart(part, job.escapeMode), findsAll: true });
  const scene = faultScene(liquid, snippet === undefined ? text : '', job);
  try {
    const templates = liquid.parse(text, snippet);
    for (const { template, name } of loadingTags(templates)) {
      if (Object.hasOwn(job.snippets, name)) continue;
      const [line, column] = template.token.getPosition() as [number, number];
      errors.add({
        part,
        line,
        column,
        ...(snippet === undefined ? {} : { snippet }),
        ...describeSnippet(name, scene),
      });
    }
    return { liquid, print, templates };
  } catch (error) {
    for (const problem of problemsOf(error, scene)) errors.add({ part, ...problem });
    return undefined;
  }
}

function problemsOf(error: unknown, scene: FaultScene): Omit<TemplateProblem, 'part'>[] {
  const { errors } = error as { readonly errors?: readonly unknown[] };
  const problems = (errors ?? [error]).map((one) => describeFault(one, scene));
  // The end of a tag that could not be read belongs to that.
  return problems.filter(({ message }, index) => index === 0 || !message.endsWith('opening tag that it belongs to.'));
}

/** The tags that load a snippet whose name is written out, wherever they stand. */
function* loadingTags(templates: readonly Template[]): Generator<{ template: Template; name: string }> {
  for (const template of templates) {
    const name = loadedName(template);
    if (name !== undefined) yield { template, name };
    yield* loadingTags(template.children ? (toValueSync(template.children(false, true)) as Template[]) : []);
  }
}

/** What liquidjs finds out about variables; nothing when snippets are wrong or go round in circles. */
function analyze(templates: Template[]): StaticAnalysis | undefined {
  try {
    return analyzeSync(templates);
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}

/** A path as far as it is written out; an index that is a variable ends it. */
function pathOf({ segments }: Variable): Path {
  const end = segments.findIndex((segment) => typeof segment === 'object');
  return (end < 0 ? segments : segments.slice(0, end)) as Path;
}

/** The path within the data; nothing for what is no variable of the data. */
function dataPath(part: TemplatePart, path: Path): Path | undefined {
  const [root] = path;
  if (!kindOfPart(part, 'none').isHeaderFooter || typeof root !== 'string') return path;
  if (root === 'data') return path.length > 1 ? path.slice(1) : undefined;
  return PRINT_VARIABLES.includes(root) || root === 'strings' ? undefined : path;
}

const textOf = (path: Path): string =>
  path.map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index === 0 ? '' : '.'}${key}`)).join('');

function listVariables({ variables }: Check, part: TemplatePart, { globals }: StaticAnalysis): void {
  for (const variable of Object.values(globals).flat()) {
    const path = dataPath(part, pathOf(variable));
    if (path) variables.add(textOf(path));
  }
}

const keyOf = (path: readonly unknown[]): string => JSON.stringify(path);

type Place = Pick<TemplateProblem, 'line' | 'column' | 'snippet'>;

const placeOf = ({ location: { row, col, file } }: Variable): Place => ({
  line: row,
  column: col,
  ...(file === undefined ? {} : { snippet: file }),
});

/** Where each path is written first. */
function placesOf(analysis: StaticAnalysis | undefined): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  for (const variable of Object.values(analysis?.variables ?? {}).flat()) {
    const key = keyOf(variable.segments);
    if (!places.has(key)) places.set(key, placeOf(variable));
  }
  return places;
}

/** The sample data; without any, data as the schema describes it. */
const sampleFor = ({ data, schema }: CheckJob): Record<string, unknown> | undefined => {
  if (data !== undefined) return data;
  const sample = typeof schema === 'object' ? sampleOf(schema) : undefined;
  return typeof sample === 'object' && sample !== null ? (sample as Record<string, unknown>) : undefined;
};

/** Renders the part with the sample data, as it would be rendered. */
function tryRender({ job, time, errors }: Check, part: TemplatePart, compiled: CompiledPart, scene: FaultScene): void {
  if (job.data === undefined) return;
  const { files, strictVariables } = job;
  try {
    renderPart(part, compiled, {
      data: job.data,
      files,
      strictVariables,
      limits: { ...startLimits(), renderLimit: time },
    });
  } catch (error) {
    for (const problem of problemsOf(error, scene)) errors.add({ part, ...problem });
  }
}

/** Renders the part to see which variables are missing, through loops and assignments. */
function recordMissing(
  { job, sample, time, known }: Check,
  part: TemplatePart,
  compiled: CompiledPart,
  tell: (missing: MissingVariable) => void,
): void {
  if (!sample) return;
  const onMissing = (missing: MissingVariable, owner: unknown) => {
    const { path, at } = missing;
    if (at === 0 && known?.has(path.slice(0, 1) as Path)) return;
    if (!known?.declares(owner, path[at])) tell(missing);
  };
  try {
    renderPart(part, compiled, {
      data: sample,
      files: job.files,
      strictVariables: true,
      limits: { ...startLimits(), renderLimit: time },
      onMissing,
    });
  } catch (error) {
    // What ends the rendering is reported by `tryRender`, if the data is the author's.
    if (!(error instanceof Error)) throw error;
  }
}

/** Variables that neither data nor schema have, also where the sample data does not lead. */
function findUnknown(
  { known }: Check,
  part: TemplatePart,
  { globals }: StaticAnalysis,
  tell: (missing: MissingVariable, place: Place) => void,
): void {
  for (const variable of Object.values(globals).flat()) {
    const written = pathOf(variable);
    const path = dataPath(part, written);
    const missing = path && known?.missingAt(path);
    if (!missing) continue;
    const at = missing.at + written.length - path.length;
    tell(new MissingVariable(written, at, missing.known), placeOf(variable));
  }
}
