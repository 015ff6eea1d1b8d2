import { readFileSync } from 'node:fs';
import type { Command, Group, Terminal } from './command.ts';
import { COMMANDS } from './commands/commands.ts';
import { commandHelp, groupHelp, mainHelp } from './help.ts';
import { parseCall } from './parse.ts';
import { UsageError } from './usage-error.ts';

const WRONG_USE = 2;

/** @returns the exit status; undefined while something goes on that ends the process itself */
export async function runPlaten(words: readonly string[], terminal: Terminal): Promise<number | undefined> {
  const [first, ...rest] = words;
  if (first === undefined) {
    terminal.error.write(mainHelp(COMMANDS));
    return WRONG_USE;
  }
  if (first === '--version' || first === '-V') {
    terminal.out.write(`platen ${version()} (Node.js ${process.versions.node})\n`);
    return 0;
  }
  if (first === '--help' || first === '-h') {
    terminal.out.write(mainHelp(COMMANDS));
    return 0;
  }
  if (first === 'help') return await runPlaten([...rest, '--help'], terminal);
  const entry = COMMANDS.find(({ name }) => name === first);
  if (entry === undefined) return await unknown(`The command "${first}"`, { first, among: COMMANDS, terminal });
  return 'commands' in entry ? await runGroup(entry, rest, terminal) : await runCommand(entry, rest, terminal);
}

async function runGroup(group: Group, words: readonly string[], terminal: Terminal): Promise<number | undefined> {
  const { name, commands } = group;
  const [first, ...rest] = words;
  if (first === undefined) {
    terminal.error.write(groupHelp(group));
    return WRONG_USE;
  }
  if (first === '--help' || first === '-h') {
    terminal.out.write(groupHelp(group));
    return 0;
  }
  const found = commands.find((each) => each.name === `${name} ${first}`);
  if (found !== undefined) return await runCommand(found, rest, terminal);
  const among = commands.map((each) => ({ name: lastWord(each.name) }));
  return await unknown(`The command "${name} ${first}"`, { first, among, terminal, group: name });
}

async function runCommand(found: Command, words: readonly string[], terminal: Terminal): Promise<number | undefined> {
  try {
    const call = await parseCall(found, words);
    if (call !== 'help') return await found.run(call, terminal);
    terminal.out.write(commandHelp(found));
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    terminal.error.write(`${error.message}\nSee "platen ${found.name} --help".\n`);
    return WRONG_USE;
  }
}

interface Unknown {
  readonly first: string;
  readonly among: readonly { readonly name: string }[];
  readonly terminal: Terminal;
  readonly group?: string;
}

async function unknown(what: string, { first, among, terminal, group }: Unknown): Promise<number> {
  const { nearestName } = await import('@platen/engine');
  const names = among.map(({ name }) => name);
  const nearest = nearestName(first, names);
  const prefix = group === undefined ? '' : `${group} `;
  const remedy = nearest === undefined ? `There are: ${names.join(', ')}.` : `Did you mean "${prefix}${nearest}"?`;
  terminal.error.write(`${what} is not known. ${remedy}\nSee "platen ${prefix}--help".\n`);
  return WRONG_USE;
}

const lastWord = (name: string): string => name.split(' ').at(-1) ?? name;

function version(): string {
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;
}
