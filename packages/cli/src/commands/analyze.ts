import { KIND_COMMANDS, type KindCommand } from '@platen/analysis/commands';
import { type ArgumentDeclaration, type Command, command, type Group, type OptionDeclaration } from '../command.ts';

const FILE: ArgumentDeclaration = {
  name: 'FILE',
  help: 'a PDF, text in UTF-8, HTML, Markdown, an http or https URL, or - for standard input',
  missing: 'Name a file, for example: platen analyze invoice invoice.txt',
};
const NOTES = [
  'Pictures are not read: a scanned PDF needs OCR first. The answer is JSON on standard output. Rules read ' +
    'the text on this machine, without a service, a network or a model. The exit status is 0; 1 when there is nothing to ' +
    'read; 2 when the command was used wrongly; 3 when a check of the answer failed.',
];

export const analyze: Group = {
  name: 'analyze',
  summary: 'read an invoice, a receipt, a bank statement or any text',
  commands: KIND_COMMANDS.map(commandOf),
};

function commandOf(kind: KindCommand): Command {
  const { words } = kind;
  return command({
    name: `analyze ${kind.name}`,
    summary: kind.gives,
    arguments: [FILE, ...(words ? [{ ...words, name: words.placeholder, takes: 'several' } as const] : [])],
    options: {
      ...optionsOf(kind),
      evidence: { type: 'boolean', help: 'tell where in the text each value stands' },
    },
    notes: NOTES,
    examples: kind.examples ?? [],
    run: async (call, terminal) => (await import('../analyze.ts')).analyzeFile(kind, call, terminal),
  });
}

function optionsOf({ options = {} }: KindCommand): Record<string, OptionDeclaration> {
  return Object.fromEntries(
    Object.entries(options).map(([name, { placeholder, help, several }]) => [
      name,
      { type: 'string', value: placeholder, help, ...(several ? { multiple: true } : {}) },
    ]),
  );
}
