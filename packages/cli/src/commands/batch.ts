import { command } from '../command.ts';
import { SERVICE_OPTIONS } from '../service-options.ts';

export const batch = command({
  name: 'batch',
  summary: 'make a document for each row of a table: files, one PDF of all, or a ZIP',
  arguments: [
    {
      name: 'TEMPLATE',
      help: 'an HTML or Liquid file, or the folder of a template, as "platen convert" takes it; with --server also the slug of a template there',
      missing: "Name a template, for example: platen batch invoice.liquid --data rows.csv -o 'out/{{ number }}.pdf'",
    },
  ],
  options: {
    data: {
      type: 'string',
      value: 'FILE',
      help: 'the rows: CSV whose first row names the fields (a.b is b in a), .ndjson, or .json with a list of objects',
    },
    output: {
      type: 'string',
      short: 'o',
      value: 'OUTPUT',
      help: "the file of each row, such as 'out/{{ number }}.pdf', or one .pdf or .zip of all",
    },
    name: { type: 'string', value: 'NAME', help: 'name of each document within the one file, such as {{ number }}' },
    to: {
      type: 'string',
      value: 'FORMAT',
      help: 'format of the documents, when OUTPUT does not tell it (default: pdf)',
    },
    set: { type: 'string', multiple: true, value: 'KEY=VALUE', help: 'any option of the API, for all documents' },
    resume: {
      type: 'boolean',
      help: 'go on after an interruption: what is there and was made of the same is left alone',
    },
    concurrency: {
      type: 'string',
      value: 'NUMBER',
      help: 'conversions at the same time, here (default: as many as there are cores, two at least)',
    },
    quiet: {
      type: 'boolean',
      short: 'q',
      help: 'show no progress and no result; warnings and failures are still shown',
    },
    json: { type: 'boolean', help: 'write what was done, and what failed, to standard output as JSON' },
    ...SERVICE_OPTIONS,
    server: { type: 'string', value: 'URL', help: 'have this service make them instead of this machine' },
  },
  notes: [
    'The names in OUTPUT and NAME are Liquid over the data of a row; a slash that comes from data becomes "-". Two rows ' +
      'that give the same file are refused before anything is made. In one PDF each document has an entry in the outline.',
    'A row that fails leaves the others alone. The failed ones stand in a table at the end, with their row as a spreadsheet ' +
      'shows it, and the exit status is 1; 130 after an interruption. --resume tries them again, and with --server finds ' +
      'the batch that the service went on with.',
    'What is done so far stands in .platen-batch beside the files, or in OUTPUT.parts, until all are made.',
  ],
  examples: [
    "platen batch examples/templates/certificate --data people.csv -o 'out/{{ number }}.pdf'",
    "platen batch letter.html --data rows.csv -o letters.pdf --name '{{ name }}'",
    "platen batch invoice --data rows.csv -o 'out/{{ number }}.pdf' --server https://pdf.example.com",
  ],
  run: async (call, terminal) => (await import('../batch/batch.ts')).runBatch(call, terminal),
});
