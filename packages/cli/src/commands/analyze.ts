import { type ArgumentDeclaration, command, type Group } from '../command.ts';

const FILE: ArgumentDeclaration = {
  name: 'FILE',
  help: 'text in UTF-8, HTML, Markdown, an http or https URL, or - for text from standard input',
  missing: 'Name a file, for example: platen analyze invoice invoice.txt',
};
const EVIDENCE = { evidence: { type: 'boolean', help: 'tell where in the text each value stands' } } as const;
const NOTES = [
  'The text of a PDF comes from a program such as pdftotext -layout. The answer is JSON on standard output. Rules read ' +
    'the text on this machine, without a service, a network or a model. The exit status is 0; 1 when there is nothing to ' +
    'read; 2 when the command was used wrongly; 3 when a check of the answer failed.',
];
const load = () => import('../analyze.ts');

export const analyze: Group = {
  name: 'analyze',
  summary: 'read an invoice, a receipt, a bank statement or any text',
  commands: [
    command({
      name: 'analyze invoice',
      summary: 'vendor, number, dates, items and sums of an invoice',
      arguments: [FILE],
      options: EVIDENCE,
      notes: NOTES,
      examples: ['pdftotext -layout invoice.pdf - | platen analyze invoice -'],
      run: async (call, terminal) => (await load()).analyzeFile({ kind: 'invoice' }, call, terminal),
    }),
    command({
      name: 'analyze receipt',
      summary: 'merchant, date, items and total of a receipt',
      arguments: [FILE],
      options: EVIDENCE,
      notes: NOTES,
      run: async (call, terminal) => (await load()).analyzeFile({ kind: 'receipt' }, call, terminal),
    }),
    command({
      name: 'analyze statement',
      summary: 'transactions and balances of a bank statement',
      arguments: [FILE],
      options: { bank: { type: 'string', value: 'NAME', help: 'the bank, if it is known' }, ...EVIDENCE },
      notes: NOTES,
      run: async (call, terminal) => (await load()).analyzeStatement(call, terminal),
    }),
    command({
      name: 'analyze extract',
      summary: 'contacts, dates, amounts, tables and labelled values',
      arguments: [FILE],
      options: {
        field: { type: 'string', multiple: true, value: 'NAME', help: 'a value to look for' },
        ...EVIDENCE,
      },
      notes: NOTES,
      run: async (call, terminal) => (await load()).analyzeFields(call, terminal),
    }),
    command({
      name: 'analyze summary',
      summary: 'the sentences that say most',
      arguments: [FILE],
      options: {
        length: { type: 'string', value: 'LENGTH', help: 'brief, standard or detailed (default: standard)' },
        ...EVIDENCE,
      },
      notes: NOTES,
      run: async (call, terminal) => (await load()).analyzeSummary(call, terminal),
    }),
    command({
      name: 'analyze ask',
      summary: 'an answer from the document',
      arguments: [
        FILE,
        {
          name: 'QUESTION',
          help: 'the question, in one word or many',
          takes: 'several',
          missing: 'Ask a question after the name of the file.',
        },
      ],
      options: EVIDENCE,
      notes: NOTES,
      examples: ['platen analyze ask invoice.txt "What is the total?"'],
      run: async (call, terminal) => (await load()).analyzeQuestion(call, terminal),
    }),
  ],
};
