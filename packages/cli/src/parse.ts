import { parseArgs } from 'node:util';
import type { Call, Command, Options } from './command.ts';
import { UsageError } from './usage-error.ts';

const HELP = { help: { type: 'boolean', short: 'h' } } as const;

/**
 * Reads the words after the name of a command.
 * @throws UsageError when they are not what the command takes
 */
export async function parseCall(command: Command, words: readonly string[]): Promise<Call<Options> | 'help'> {
  // Whoever asks for help gets it, whatever else is wrong.
  const end = words.indexOf('--');
  const beforeEnd = end < 0 ? words : words.slice(0, end);
  if (beforeEnd.includes('--help') || beforeEnd.includes('-h')) return 'help';
  const { values, positionals } = await parsed(command, words);
  checkArguments(command, positionals);
  return { values, positionals };
}

async function parsed({ options }: Command, words: readonly string[]): Promise<Call<Options>> {
  const config = Object.entries(options).map(([name, { type, short, multiple }]) => [
    name,
    { type, ...(short ? { short } : {}), ...(multiple ? { multiple } : {}) },
  ]);
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { ...Object.fromEntries(config), ...HELP },
    });
    return { values: values as Call<Options>['values'], positionals };
  } catch (error) {
    throw await explained(error as Error, options);
  }
}

async function explained({ message }: Error, options: Options): Promise<UsageError> {
  const [, unknown] = /^Unknown option '(-[^']*)'/.exec(message) ?? [];
  if (unknown === undefined) return new UsageError(message.split('. ')[0] ?? 'The arguments cannot be read.');
  // Only here: to load the engine takes longer than all the rest.
  const { nearestName } = await import('@platen/engine');
  const nearest = unknown.startsWith('--') ? nearestName(unknown.slice(2), Object.keys(options)) : undefined;
  return new UsageError(
    `The option ${unknown} is not known.${nearest === undefined ? '' : ` Did you mean --${nearest}?`}`,
  );
}

function checkArguments({ arguments: declared }: Command, given: readonly string[]): void {
  for (const [index, { name, takes = 'required', missing }] of declared.entries()) {
    if (takes !== 'optional' && given[index] === undefined) throw new UsageError(missing ?? `Name the ${name}.`);
  }
  const excess = declared.at(-1)?.takes === 'several' ? undefined : given[declared.length];
  if (excess !== undefined) throw new UsageError(`"${excess}" is one argument too many.`);
}
