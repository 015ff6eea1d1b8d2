import type { Command, Group } from './command.ts';
import { COMMANDS } from './commands/commands.ts';
import { argumentName, optionName, sentence, usageLine } from './help.ts';

/** docs/cli.md, from the declarations of the commands. */
export function cliPage(): string {
  const all = COMMANDS.flatMap((entry) => ('commands' in entry ? entry.commands : [entry]));
  const contents = COMMANDS.map((entry) => `| ${linked(entry)} | ${sentence(entry.summary)}. |\n`).join('');
  return [
    '# The command line\n',
    'From a checkout, `npx platen` is the command, or `node_modules/.bin/platen`. `platen COMMAND --help` says the same as ' +
      'this page. The exit status is 0; 1 when something failed; 2 when the command was used wrongly. Warnings and errors ' +
      'go to standard error, results to standard output or files.\n',
    `| command | |\n|---|---|\n${contents}`,
    ...all.map(section),
  ].join('\n');
}

function linked(entry: Command | Group): string {
  const commands = 'commands' in entry ? entry.commands : [entry];
  return commands.map(({ name }) => `[\`${name}\`](#platen-${name.replaceAll(' ', '-')})`).join(', ');
}

function section(command: Command): string {
  const { name, summary, arguments: declared, options, notes, examples } = command;
  const rows = [
    ...declared.map((each) => [`\`${argumentName(each)}\``, each.help]),
    ...Object.entries(options).map(([option, declaration]) => [
      `\`${optionName(option, declaration)}\``,
      declaration.multiple ? `${declaration.help}; may be given several times` : declaration.help,
    ]),
  ];
  return [
    `## platen ${name}\n`,
    `${sentence(summary)}.\n`,
    `\`\`\`\n${usageLine(command)}\n\`\`\`\n`,
    ...(rows.length > 0
      ? [`| | |\n|---|---|\n${rows.map((row) => `| ${row.map(escaped).join(' | ')} |\n`).join('')}`]
      : []),
    ...notes.map((note) => `${note.replaceAll('*', '\\*')}\n`),
    ...(examples.length > 0 ? [`\`\`\`sh\n${examples.join('\n')}\n\`\`\`\n`] : []),
  ].join('\n');
}

const escaped = (cell: string): string => cell.replaceAll('|', '\\|');
