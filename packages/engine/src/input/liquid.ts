import { type Liquid, type Template, toValueSync } from 'liquidjs';
import type { TemplatePart } from '../errors.ts';
import { type OnMissing, TemplateContext, type TemplateScene } from './liquid-context.ts';
import { createLiquid } from './liquid-engine.ts';
import { describeFault, type FaultScene, isMissingVariable, problemText } from './liquid-fault.ts';
import { type JobLimits, startLimits } from './liquid-limits.ts';
import { LimitedOutput } from './liquid-output.ts';
import { finishHeaderFooter, headerFooterVariables, type Print } from './liquid-print.ts';
import {
  type JobFault,
  kindOfPart,
  partsOf,
  type RenderJob,
  type TemplateSource,
  type TemplateTexts,
} from './template-protocol.ts';

/** Why a template has no result, for the author of it: without a value of the data. */
export class TemplateFailure extends Error {
  override readonly name = 'TemplateFailure';
  readonly fault: JobFault;

  constructor(fault: JobFault) {
    super(problemText(fault.problem));
    this.fault = fault;
  }
}

/** A template with its snippets, compiled. It holds nothing of a rendering, so that it may serve many. */
export interface CompiledTemplate {
  readonly source: TemplateSource;
  readonly parts: ReadonlyMap<TemplatePart, CompiledPart>;
}

export interface CompiledPart {
  readonly liquid: Liquid;
  readonly print: Print;
  readonly templates: Template[];
}

export function faultScene(liquid: Liquid, template: string, { snippets }: TemplateSource): FaultScene {
  return { template, snippets, filters: Object.keys(liquid.filters), tags: Object.keys(liquid.tags) };
}

/** What is wrong with a part, as its author is told. */
function toFailure(error: unknown, part: TemplatePart, scene: FaultScene): TemplateFailure {
  const code = isMissingVariable(error) ? 'template_variable_missing' : 'template_error';
  return new TemplateFailure({ code, problem: { part, ...describeFault(error, scene) } });
}

/** @throws TemplateFailure */
export function compile(source: TemplateSource): CompiledTemplate {
  const { snippets, escapeMode } = source;
  const made = new Map<string, ReturnType<typeof createLiquid>>();
  const liquidFor = (part: TemplatePart) => {
    const kind = kindOfPart(part, escapeMode);
    const name = JSON.stringify(kind);
    const known = made.get(name) ?? createLiquid({ snippets, ...kind });
    made.set(name, known);
    return known;
  };
  const parts = new Map<TemplatePart, CompiledPart>();
  for (const part of partsOf(source.parts)) {
    const text = source.parts[part] ?? '';
    const { liquid, print } = liquidFor(part);
    try {
      parts.set(part, { liquid, print, templates: liquid.parse(text) });
    } catch (error) {
      throw toFailure(error, part, faultScene(liquid, text, source));
    }
  }
  return { source, parts };
}

/** Removes the one key of JSON that means something to JavaScript, at any depth. `data` is changed. */
export function dropPrototypeKeys(data: object): void {
  const rest: unknown[] = [data];
  while (rest.length > 0) {
    const value = rest.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (Object.hasOwn(value, '__proto__')) Reflect.deleteProperty(value, '__proto__');
    for (const child of Object.values(value)) rest.push(child);
  }
}

export interface Rendering extends Pick<RenderJob, 'data' | 'files' | 'strictVariables'> {
  readonly limits: JobLimits;
  readonly onMissing?: OnMissing;
}

/** Renders one part. Its variables are its own: what it assigns or counts, no other part sees. */
export function renderPart(
  part: TemplatePart,
  { liquid, print, templates }: CompiledPart,
  { data, files, strictVariables, limits, onMissing }: Rendering,
): string {
  const { isHeaderFooter } = kindOfPart(part, 'none');
  const variables = Object.assign(Object.create(null), isHeaderFooter ? headerFooterVariables(data) : data);
  const scene: TemplateScene = { liquid, limits, files: new Map(Object.entries(files)), strictVariables, onMissing };
  const output = new LimitedOutput(print, limits.output);
  toValueSync(liquid.renderer.renderTemplates(templates, new TemplateContext(variables, scene), output));
  return isHeaderFooter ? finishHeaderFooter(output.buffer) : output.buffer;
}

/**
 * Renders a compiled template with data, in this process; `renderTemplate` does it in a child, where it belongs.
 *
 * - Everything printed is escaped for HTML, exactly once (see `Markup`), unless the escape mode is `none`.
 * - Data is never parsed as a template, and never read beyond its own properties.
 * - There are no other templates to load than the snippets, and no files to read.
 *
 * @throws TemplateFailure
 */
export function renderCompiled({ source, parts }: CompiledTemplate, rendering: Rendering): TemplateTexts {
  dropPrototypeKeys(rendering.data);
  const texts: Record<string, string> = {};
  for (const [part, compiled] of parts) {
    try {
      texts[part] = renderPart(part, compiled, rendering);
    } catch (error) {
      throw toFailure(error, part, faultScene(compiled.liquid, source.parts[part] ?? '', source));
    }
  }
  return texts;
}

/** Options of a rendering without files, limits of its own or a kept form. */
export type LiquidOptions = Partial<
  Pick<RenderJob, 'snippets' | 'escapeMode' | 'strictVariables' | 'files'> & Pick<TemplateTexts, 'header' | 'footer'>
>;

/**
 * Compiles and renders in one go.
 * @param data parsed JSON; belongs to the rendering, which may change it
 * @throws TemplateFailure
 */
export function renderLiquid(
  template: string,
  data: Record<string, unknown>,
  { snippets = {}, escapeMode = 'html', strictVariables = false, files = {} }: LiquidOptions = {},
): string {
  const limits = startLimits();
  const compiled = compile({ parts: { content: template }, snippets, escapeMode });
  return renderCompiled(compiled, { data, files, strictVariables, limits }).content ?? '';
}
