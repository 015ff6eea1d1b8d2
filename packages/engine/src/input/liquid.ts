import { Context, Drop, defaultOperators, Liquid, type Operators, type Scope, toValueSync } from 'liquidjs';
import { describeFault, TemplateFault } from './liquid-fault.ts';
import { bare, markupFilters } from './liquid-filters.ts';
import { Markup, printValue } from './liquid-markup.ts';
import { LimitedOutput } from './liquid-output.ts';
import { markupTags } from './liquid-tags.ts';
import { TEMPLATE_LIMITS } from './template-protocol.ts';

/** Fields of `forloop` and `tablerowloop`; nothing else of an object of liquidjs can be read by a template. */
const LOOP_FIELDS: ReadonlySet<unknown> = new Set(
  'first last index index0 rindex rindex0 length name col col0 col_first col_last row'.split(' '),
);

/** Variables of a rendering. Reads own properties of data, and of other objects what a template has to know. */
class TemplateContext extends Context {
  override readProperty(object: Scope, key: string | number | Drop): unknown {
    if (object instanceof Markup) return key === 'size' ? object.length : undefined;
    if (object instanceof Drop && !LOOP_FIELDS.has(key)) return undefined;
    return super.readProperty(object, key);
  }

  override spawn(scope: object = {}): Context {
    return new TemplateContext(scope, this.opts, { sync: this.sync }, this);
  }
}

/** The standard operators; they compare the text of marked values. */
const operators: Operators = Object.fromEntries(
  Object.entries(defaultOperators).map(([symbol, operator]) => {
    const compare = operator as (...operands: unknown[]) => ReturnType<typeof operator>;
    return [symbol, (...operands: unknown[]) => compare(...operands.map(bare))];
  }),
);

function createLiquid(): Liquid {
  const liquid = new Liquid({
    templates: {},
    relativeReference: false,
    dynamicPartials: false,
    ownPropertyOnly: true,
    strictFilters: true,
    strictVariables: false,
    parseLimit: TEMPLATE_LIMITS.templateBytes,
    // Ends a rendering a little before the parent does, so that the message can name the line.
    renderLimit: TEMPLATE_LIMITS.renderMs * 0.9,
    // liquidjs counts characters that pass a filter: up to two bytes each, in the filter's input and in its output.
    memoryLimit: (TEMPLATE_LIMITS.memoryMb * 1_000_000) / 4,
    outputEscape: printValue,
    operators,
    // Dates are shown in the time zone they are written with, in one language, whatever the machine is set to.
    preserveTimezones: true,
    locale: 'en-US',
  });
  for (const [name, filter] of Object.entries(markupFilters)) liquid.registerFilter(name, filter);
  for (const [name, tag] of Object.entries(markupTags)) liquid.registerTag(name, tag);
  return liquid;
}

/** Removes the one key of JSON that means something to JavaScript, at any depth. `data` is changed. */
function dropPrototypeKeys(data: object): void {
  const rest: unknown[] = [data];
  while (rest.length > 0) {
    const value = rest.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (Object.hasOwn(value, '__proto__')) Reflect.deleteProperty(value, '__proto__');
    for (const child of Object.values(value)) rest.push(child);
  }
}

/**
 * Renders a Liquid template with data, in this process; `renderTemplate` does it in a child, where it belongs.
 *
 * - Everything printed is escaped for HTML, exactly once: see `Markup`.
 * - Data is never parsed as a template, and never read beyond its own properties.
 * - There are no other templates to load and no files to read.
 * - Throws a `TemplateFault` with a message for the author of the template.
 *
 * @param data parsed JSON; belongs to the rendering, which may change it
 */
export function renderLiquid(template: string, data: Record<string, unknown>): string {
  const liquid = createLiquid();
  try {
    dropPrototypeKeys(data);
    const parsed = liquid.parse(template);
    const variables = Object.assign(Object.create(null), data);
    const output = new LimitedOutput();
    const context = new TemplateContext(variables, liquid.options, { sync: true }, { liquid });
    toValueSync(liquid.renderer.renderTemplates(parsed, context, output));
    return output.buffer;
  } catch (error) {
    const { filters, tags } = liquid;
    throw new TemplateFault(describeFault(error, { template, filters: Object.keys(filters), tags: Object.keys(tags) }));
  }
}
