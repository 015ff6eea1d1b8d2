import { LiquidError, TypeGuards } from 'liquidjs';
import type { TemplateProblem } from '../errors.ts';
import { nearestName } from '../nearest.ts';
import { lookalikeOf, nameInLiquid } from './liquid-lookalikes.ts';
import { FAULT_LENGTH, LIMIT_FAULTS } from './template-protocol.ts';

/** A fault of a template; `message` is safe to show: it holds no value of the data, no path and no stack. */
export class TemplateFault extends Error {
  override readonly name = 'TemplateFault';
}

/** A variable that the data does not have. Its name is the one by which liquidjs knows such an error. */
export class MissingVariable extends Error {
  override readonly name = 'InternalUndefinedVariableError';
  /** The keys that were read, one after the other. */
  readonly path: readonly unknown[];
  /** The first of them that is missing. */
  readonly at: number;
  /** Keys that stand where it was looked for. */
  readonly known: readonly string[];

  constructor(path: readonly unknown[], at: number, known: readonly string[]) {
    super('a variable is missing');
    this.path = path;
    this.at = at;
    this.known = known;
  }
}

/** A snippet that did not come with the template. The name may come from the data. */
export class UnknownSnippet extends Error {
  override readonly name = 'UnknownSnippet';
  readonly snippet: string;

  constructor(snippet: string) {
    super('a snippet is not known');
    this.snippet = snippet;
  }
}

/** The texts in which a fault may have been found, and the names that would have been right there. */
export interface FaultScene {
  readonly template: string;
  readonly snippets: Readonly<Record<string, string>>;
  readonly filters: readonly string[];
  readonly tags: readonly string[];
}

/** What is wrong, without its place. */
type Finding = Pick<TemplateProblem, 'message' | 'variable' | 'nearest'>;

/** Messages of liquidjs and of JavaScript that hold no text of the template or of the data: what we say instead. */
const FIXED: ReadonlyMap<string, string> = new Map([
  ['memory alloc limit exceeded', LIMIT_FAULTS.memory],
  ['Invalid string length', LIMIT_FAULTS.memory],
  ['Invalid array length', LIMIT_FAULTS.memory],
  ['Array buffer allocation failed', LIMIT_FAULTS.memory],
  ['template render limit exceeded', LIMIT_FAULTS.time],
  ['parse length limit exceeded', LIMIT_FAULTS.template],
  ['block tag cannot be nested', 'A block stands within itself.'],
  ['illegal file path', 'The name of a snippet is missing.'],
  ['Maximum call stack size exceeded', 'Tags or values are nested too deeply.'],
  ['Cannot convert object to primitive value', 'An object stands where a text or a number is needed.'],
  ['URI malformed', 'A text is not valid for the filter "url_decode".'],
  ['invalid base64 provided to base64_decode', 'A text is not valid for the filter "base64_decode".'],
  ['append expect 2 arguments', 'The filter "append" needs one argument.'],
  ['prepend expect 2 arguments', 'The filter "prepend" needs one argument.'],
  ['expected variable name', 'The tag "assign" needs the name of a variable.'],
  ['expected "="', 'The tag "assign" needs "=" after the name of the variable.'],
  ['invalid capture name', 'The tag "capture" needs the name of a variable.'],
  ['expected filter name', 'The name of a filter is missing after "|".'],
  ['expected "|" before filter', 'There is unexpected text after a value; filters begin with "|".'],
  ['expected ":" after filter name', 'The arguments of a filter begin with ":".'],
  ['invalid range syntax', 'A range needs the form "(1..5)".'],
  ['[ not closed', 'A "[" is not closed with "]".'],
  ['illegal tag syntax, tag name expected', 'The name of a tag is missing after "{%".'],
  ['illegal liquid tag syntax', 'The name of a tag is missing in a line of the tag "liquid".'],
  ['unexpected elsif after else', 'An "elsif" stands after the "else".'],
  ['duplicated else', 'There is a second "else".'],
  [
    "every line of an inline comment must start with a '#' character",
    'Every line of an inline comment begins with "#".',
  ],
]);

const UNKNOWN = 'This part of the template cannot be rendered.';

/** A name of a snippet that can be shown. */
const SNIPPET = /^[\p{L}\p{N}_./-]{1,60}$/u;
const NAME = /^[\p{L}\p{N}_-]{1,60}$/u;

/** Quotes a name if it is one and stands in the template itself. */
function named(name: unknown, { template, snippets }: FaultScene): string | undefined {
  if (typeof name !== 'string' || !NAME.test(name)) return undefined;
  return template.includes(name) || Object.values(snippets).some((text) => text.includes(name)) ? name : undefined;
}

/** A sentence with the nearest name, if there is one. */
function withNearest(sentence: string, nearest: string | undefined): Finding {
  if (nearest === undefined || !NAME.test(nearest)) return { message: sentence };
  return { message: `${sentence} Did you mean "${nearest}"?`, nearest };
}

function unknownName(kind: 'filter' | 'tag', found: string, scene: FaultScene): Finding {
  const name = named(found, scene);
  if (name === undefined) return { message: `A ${kind} is not known.` };
  if (/^(?:end.+|else|elsif|when)$/.test(name)) {
    return { message: `The tag "${name}" has no opening tag that it belongs to.` };
  }
  const sentence = `The ${kind} "${name}" is not known.`;
  const liquid = nameInLiquid(kind, name);
  if (liquid !== undefined) {
    return { message: `${sentence} It is one of Jinja or Twig; Liquid has "${liquid}".`, nearest: liquid };
  }
  return withNearest(sentence, nearestName(name, kind === 'filter' ? scene.filters : scene.tags));
}

/** Describes a snippet that is not there. */
export function describeSnippet(snippet: string, scene: FaultScene): Finding {
  const name = named(snippet, scene);
  const known = Object.keys(scene.snippets);
  if (name === undefined) return { message: 'There is no snippet of this name.' };
  return withNearest(`There is no snippet "${name}".`, nearestName(name, known));
}

/** The path of a variable as a template writes it. What does not stand in the template is left out: it may be data. */
function pathText(path: readonly unknown[], scene: FaultScene): string {
  return path
    .map((key, index) => {
      if (typeof key === 'number') return `[${key}]`;
      const name = named(key, scene);
      if (name === undefined) return '[…]';
      return index === 0 ? name : `.${name}`;
    })
    .join('')
    .slice(0, 90);
}

/** Describes a variable that the data does not have. */
export function describeMissing({ path, at, known }: MissingVariable, scene: FaultScene): Finding {
  const variable = pathText(path, scene);
  const key = named(path[at], scene);
  const within = at > 0 && key !== undefined ? `: "${key}" is missing` : '';
  const nearest = key === undefined ? undefined : nearestName(key, known);
  return { variable, ...withNearest(`The data has no "${variable}"${within}.`, nearest) };
}

function notClosed(message: string, error: unknown, scene: FaultScene): string {
  if (message.startsWith('output')) return 'An output "{{" is not closed with "}}".';
  if (message.startsWith('raw')) return 'The tag "raw" is not closed with "{% endraw %}".';
  const token = LiquidError.is(error) ? error.token : undefined;
  const name = TypeGuards.isTagToken(token) ? named(token.name, scene) : undefined;
  if (name === undefined) return 'A tag "{%" is not closed with "%}".';
  return `The tag "${name}" is not closed with "{% end${name} %}".`;
}

/** What is wrong, in our words. Whatever has no words here is not quoted, because it may hold a value of the data. */
function finding(cause: Error, error: unknown, scene: FaultScene): Finding {
  if (cause instanceof UnknownSnippet) return describeSnippet(cause.snippet, scene);
  if (cause instanceof MissingVariable) return describeMissing(cause, scene);
  const message = cause.message.replace(/, line:\d+, col:\d+$/, '');
  if (message.startsWith('undefined filter: ')) {
    return unknownName('filter', message.slice(message.indexOf(': ') + 2), scene);
  }
  if (/^tag ".*" not found$/s.test(message)) {
    return unknownName('tag', message.slice(message.indexOf('"') + 1, message.lastIndexOf('"')), scene);
  }
  return { message: sentence(cause, error, scene) };
}

function sentence(cause: Error, error: unknown, scene: FaultScene): string {
  if (cause instanceof TemplateFault) return cause.message;
  const message = cause.message.replace(/, line:\d+, col:\d+$/, '');
  const token = LiquidError.is(error) ? error.token : undefined;
  const lookalike = token && lookalikeOf(token.input, token.begin);
  if (lookalike) return lookalike;
  const fixed = FIXED.get(message);
  if (fixed !== undefined) return fixed;
  if (/^(?:output|tag|raw) .* not closed$/s.test(message)) return notClosed(message, error, scene);
  if (message.startsWith('illegal tag: ')) return 'A loop needs the form "item in list".';
  if (message.startsWith('empty candidates: ')) return 'The tag "cycle" needs values.';
  if (message.startsWith('invalid value expression: ')) return 'A value is missing or not valid.';
  if (message.startsWith('unexpected ')) return 'There is unexpected text.';
  if (message.startsWith('Invalid time zone specified')) return 'A time zone is not known.';
  return UNKNOWN;
}

/** The snippet that a token is of, if it is not of the template itself; parts of a tag do not know it. */
function snippetOf({ input, file }: { input: string; file?: string | undefined }, { template, snippets }: FaultScene) {
  if (file !== undefined) return Object.hasOwn(snippets, file) ? file : undefined;
  return input === template ? undefined : Object.keys(snippets).find((name) => snippets[name] === input);
}

/** The place of a fault; expressions in arguments are texts of their own, without one. */
function placeOf(error: unknown, scene: FaultScene): Pick<TemplateProblem, 'line' | 'column' | 'snippet'> {
  const token = LiquidError.is(error) ? error.token : undefined;
  if (!token) return {};
  const snippet = snippetOf(token, scene);
  if (token.input !== (snippet === undefined ? scene.template : scene.snippets[snippet])) return {};
  const [line, column] = token.getPosition();
  return { line, column, ...(snippet !== undefined && SNIPPET.test(snippet) ? { snippet } : {}) };
}

/**
 * Describes an error of parsing or rendering to the author of the template. Only names that stand in the template, and
 * the nearest names that would have been right, are quoted: never a value of the data.
 */
export function describeFault(error: unknown, scene: FaultScene): Omit<TemplateProblem, 'part'> {
  const cause = causeOf(error);
  const { message, ...names } = finding(cause, error, scene);
  return { ...placeOf(error, scene), message: message.slice(0, FAULT_LENGTH), ...names };
}

/** Whether a variable was missing. */
export const isMissingVariable = (error: unknown): boolean => causeOf(error) instanceof MissingVariable;

function causeOf(error: unknown): Error {
  let cause = error instanceof Error ? error : new Error(UNKNOWN);
  while (LiquidError.is(cause) && cause.originalError) cause = cause.originalError;
  return cause;
}

/** What is wrong and where, in at most 200 characters. */
export function problemText({ line, column, snippet, message }: Omit<TemplateProblem, 'part'>): string {
  const place =
    line === undefined
      ? ''
      : `${snippet === undefined ? 'Line' : `Snippet "${snippet}", line`} ${line}, column ${column}: `;
  return `${place}${message}`.slice(0, FAULT_LENGTH);
}
