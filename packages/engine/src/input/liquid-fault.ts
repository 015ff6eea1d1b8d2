import { LiquidError, TypeGuards } from 'liquidjs';
import { nearestName } from '../nearest.ts';
import { FAULT_LENGTH, LIMIT_FAULTS } from './template-protocol.ts';

/** A fault of a template; `message` is safe to show: it holds no value of the data, no path and no stack. */
export class TemplateFault extends Error {
  override readonly name = 'TemplateFault';
}

/** Where a fault was found, and the names that would have been right there. */
export interface FaultScene {
  readonly template: string;
  readonly filters: readonly string[];
  readonly tags: readonly string[];
}

/** Messages of liquidjs and of JavaScript that hold no text of the template or of the data: what we say instead. */
const FIXED: ReadonlyMap<string, string> = new Map([
  ['memory alloc limit exceeded', LIMIT_FAULTS.memory],
  ['Invalid string length', LIMIT_FAULTS.memory],
  ['Invalid array length', LIMIT_FAULTS.memory],
  ['Array buffer allocation failed', LIMIT_FAULTS.memory],
  ['template render limit exceeded', LIMIT_FAULTS.time],
  ['parse length limit exceeded', LIMIT_FAULTS.template],
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

/** Quotes a name that a message of liquidjs mentions, if it is a name and stands in the template itself. */
function named(name: string | undefined, { template }: FaultScene): string | undefined {
  return name !== undefined && /^[\p{L}\p{N}_-]{1,60}$/u.test(name) && template.includes(name) ? name : undefined;
}

function unknownName(kind: 'filter' | 'tag', found: string, scene: FaultScene): string {
  const name = named(found, scene);
  if (name === undefined) return `A ${kind} is not known.`;
  if (/^(?:end.+|else|elsif|when)$/.test(name)) return `The tag "${name}" has no opening tag that it belongs to.`;
  const nearest = nearestName(name, kind === 'filter' ? scene.filters : scene.tags);
  return `The ${kind} "${name}" is not known.${nearest === undefined ? '' : ` Did you mean "${nearest}"?`}`;
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
function sentence(cause: Error, error: unknown, scene: FaultScene): string {
  if (cause instanceof TemplateFault) return cause.message;
  const message = cause.message.replace(/, line:\d+, col:\d+$/, '');
  const fixed = FIXED.get(message);
  if (fixed !== undefined) return fixed;
  if (message.startsWith('undefined filter: ')) {
    return unknownName('filter', message.slice(message.indexOf(': ') + 2), scene);
  }
  if (/^tag ".*" not found$/s.test(message)) {
    return unknownName('tag', message.slice(message.indexOf('"') + 1, message.lastIndexOf('"')), scene);
  }
  if (/^(?:output|tag|raw) .* not closed$/s.test(message)) return notClosed(message, error, scene);
  if (message.startsWith('illegal tag: ')) return 'A loop needs the form "item in list".';
  if (message.startsWith('empty candidates: ')) return 'The tag "cycle" needs values.';
  if (message.startsWith('invalid value expression: ')) return 'A value is missing or not valid.';
  if (message.startsWith('unexpected ')) return 'There is unexpected text.';
  if (message.startsWith('Invalid time zone specified')) return 'A time zone is not known.';
  return UNKNOWN;
}

/**
 * Describes an error of parsing or rendering to the author of the template: line, column and what is wrong, in at most
 * 200 characters. Only names that stand in the template are quoted, never a value of the data.
 */
export function describeFault(error: unknown, scene: FaultScene): string {
  let cause = error instanceof Error ? error : new Error(UNKNOWN);
  while (LiquidError.is(cause) && cause.originalError) cause = cause.originalError;
  const text = sentence(cause, error, scene);
  const token = LiquidError.is(error) ? error.token : undefined;
  if (token?.input !== scene.template) return text.slice(0, FAULT_LENGTH);
  const [line, column] = token.getPosition();
  return `Line ${line}, column ${column}: ${text}`.slice(0, FAULT_LENGTH);
}
