import type { ArgumentDeclaration, Command, Group, OptionDeclaration, Options } from './command.ts';

/** Columns of a terminal that everybody has. */
const WIDTH = 100;
const HELP: Options = { help: { type: 'boolean', short: 'h', help: 'this text' } };

/** An argument as it is written: `[PLAN]`, `FOLDER...`. */
export const argumentName = ({ name, takes = 'required' }: ArgumentDeclaration): string =>
  takes === 'optional' ? `[${name}]` : takes === 'several' ? `${name}...` : name;

/** The line that shows how a command is called. */
export function usageLine({ name, arguments: declared, options }: Command): string {
  const rest = Object.keys(options).length > 0 ? ['[options]'] : [];
  return ['platen', name, ...declared.map(argumentName), ...rest].join(' ');
}

/** An option as it is written: `-o, --output OUTPUT`. */
export function optionName(name: string, { short, value }: OptionDeclaration): string {
  return `${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`;
}

/** What `platen COMMAND --help` prints. */
export function commandHelp(command: Command): string {
  const { summary, arguments: declared, options, notes, examples } = command;
  const rows = [
    ...declared.map((argument): Row => [argumentName(argument), argument.help]),
    ...Object.entries({ ...options, ...HELP }).map(
      ([name, option]): Row => [
        optionName(name, option),
        option.multiple ? `${option.help}; may be given several times` : option.help,
      ],
    ),
  ];
  return [
    `Usage: ${usageLine(command)}\n`,
    `${wrapped(`${sentence(summary)}.`, '')}\n`,
    table(rows),
    ...notes.map((note) => `${wrapped(note, '')}\n`),
    ...(examples.length > 0 ? [`Examples:\n${examples.map((example) => `  ${example}\n`).join('')}`] : []),
  ].join('\n');
}

/** What `platen keys --help` prints. */
export function groupHelp({ name, summary, commands }: Group): string {
  const rows = commands.map((each): Row => [shortUsage(each), each.summary]);
  return [
    `Usage: platen ${name} COMMAND\n`,
    `${wrapped(`${sentence(summary)}.`, '')}\n`,
    table(rows),
    `See "platen ${name} COMMAND --help".\n`,
  ].join('\n');
}

/** What `platen --help` prints. */
export function mainHelp(entries: readonly (Command | Group)[]): string {
  const rows = entries.map((entry): Row => [entry.name, entry.summary]);
  return [
    'Usage: platen COMMAND\n',
    table([...rows, ['--version', 'the version of Platen, and of the Node.js that runs it']]),
    'See "platen COMMAND --help". The exit status is 0; 1 when something failed; 2 when the command was used wrongly.\n',
  ].join('\n');
}

const shortUsage = ({ name, arguments: declared }: Command): string =>
  [name.split(' ').at(-1), ...declared.map(argumentName)].join(' ');

/** With a capital at its front. */
export const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

type Row = readonly [string, string];

/** Widest first column; what is wider has its explanation on the next line. */
const FIRST = 24;

function table(rows: readonly Row[]): string {
  const width = Math.min(FIRST, Math.max(...rows.map(([first]) => first.length))) + 4;
  const indent = ' '.repeat(width);
  return rows
    .map(([first, help]) => {
      const lines = wrapped(help, indent);
      const head = `  ${first}`;
      return head.length + 2 <= width ? `${head.padEnd(width)}${lines.trimStart()}\n` : `${head}\n${lines}\n`;
    })
    .join('');
}

function wrapped(text: string, indent: string): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && indent.length + line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = '';
    }
    line += line === '' ? word : ` ${word}`;
  }
  return [...lines, line].map((each) => indent + each).join('\n');
}
