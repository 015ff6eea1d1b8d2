import { command } from '../command.ts';
import { FORMAT_NAMES } from '../convert/formats.ts';
import { SERVICE_OPTIONS } from '../service-options.ts';

export const convert = command({
  name: 'convert',
  summary: 'convert a file, a folder or a URL to PDF, images, text or Markdown',
  arguments: [
    {
      name: 'INPUT',
      help: 'an HTML, Markdown or Liquid file, the folder of a template, an http or https URL, or - for standard input',
      missing: 'Name an input: a file, a folder, a URL, or - for standard input.',
    },
  ],
  options: {
    output: {
      type: 'string',
      short: 'o',
      multiple: true,
      value: 'OUTPUT',
      help: `file to write, or - for standard output; its name tells the format (${FORMAT_NAMES})`,
    },
    to: { type: 'string', value: 'FORMAT', help: 'format, when the name of the one OUTPUT does not tell it' },
    data: { type: 'string', value: 'FILE', help: 'JSON file with the variables of a Liquid template' },
    set: {
      type: 'string',
      multiple: true,
      value: 'KEY=VALUE',
      help: 'any option of the API, for example --set margin=1cm --set viewport.width=800',
    },
    watch: { type: 'boolean', help: 'convert again whenever a file changes that was read; Ctrl-C ends it' },
    open: { type: 'boolean', help: 'open the first result, with xdg-open or open; nothing where there is no terminal' },
    quiet: {
      type: 'boolean',
      short: 'q',
      help: 'write no line about the results; warnings and errors are still shown',
    },
    json: { type: 'boolean', help: 'write what was done, or what failed, to standard output as JSON' },
    ...SERVICE_OPTIONS,
    server: { type: 'string', value: 'URL', help: 'convert by this service instead of on this machine' },
  },
  notes: [
    'Several outputs are made of one loaded page. The folder of a template, or its index.liquid, is rendered as "platen ' +
      'templates push" would bring it to a service: with its style.css, header, footer, options.json, snippets and ' +
      'files, and with its data.json unless --data names other data.',
    'With --set chunking=headings or --set \'include=["links"]\' text and Markdown are written as JSON.',
    'A URL on this machine, such as http://localhost:5173, is reached because you name it; other private addresses ' +
      'need PLATEN_EGRESS_ALLOW, for example PLATEN_EGRESS_ALLOW=192.168.1.5:8080.',
    'The line about each result, warnings and errors go to standard error. With --json standard output has {"outputs": ' +
      '[{"file", "format", "bytes", "pages"}], "warnings", "seconds"} or {"error": {"code", "message", "errors"}}, one ' +
      'line for each conversion.',
  ],
  examples: [
    'platen convert invoice.liquid --data invoice.json -o invoice.pdf',
    'platen convert examples/templates/quote -o quote.pdf --watch --open',
    'platen convert https://example.com -o page.pdf -o page.md',
    'platen convert report.html -o - --to pdf | lp',
    'platen convert report.html -o report.pdf --server https://pdf.example.com',
  ],
  run: async (call, terminal) => (await import('../convert/convert.ts')).runConvert(call, terminal),
});
