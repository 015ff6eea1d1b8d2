import path from 'node:path';
import { parseArgs } from 'node:util';
import type { OutputFormat } from '@platen/engine';

/** The command was used wrongly; the message says how it is meant. Exit status 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

export interface OutputArgument {
  /** A file, or `-` for standard output. */
  readonly file: string;
  readonly format: OutputFormat;
}

export interface ConvertArguments {
  /** A file, an http or https URL, or `-` for standard input. */
  readonly input: string;
  /** What to write; at least one. */
  readonly outputs: readonly OutputArgument[];
  /** File with the data of a Liquid template. */
  readonly data?: string;
  /** Options of the API. */
  readonly options: Readonly<Record<string, unknown>>;
}

const FORMATS: Readonly<Record<string, OutputFormat>> = {
  pdf: 'pdf',
  png: 'png',
  jpg: 'jpeg',
  jpeg: 'jpeg',
  webp: 'webp',
  txt: 'text',
  text: 'text',
  md: 'markdown',
  markdown: 'markdown',
};
const NAMES = Object.keys(FORMATS).join(', ');

export const CONVERT_USAGE = `Usage: platen convert INPUT -o OUTPUT [options]

  INPUT                 an HTML, Markdown or Liquid file, an http or https URL, or - for standard input
  -o, --output OUTPUT   file to write, or - for standard output; its name tells the format (${NAMES});
                        may be given several times, for several results of one loaded page
  --to FORMAT           format, when the name of the one OUTPUT does not tell it
  --data FILE           JSON file with the variables of a Liquid template
  --set KEY=VALUE       any option of the API, for example --set margin=1cm --set viewport.width=800;
                        may be given several times; with --set chunking=headings or --set 'include=["links"]' text and
                        Markdown are written as JSON
  --help                this text
`;

export function parseConvertArguments(args: readonly string[]): ConvertArguments | 'help' {
  const { values, positionals } = parse(args);
  if (values.help) return 'help';
  const [input, ...more] = positionals;
  if (input === undefined) throw new UsageError('Name an input: a file, a URL, or - for standard input.');
  if (more.length > 0) throw new UsageError(`Give one input; "${more[0]}" is one too many.`);
  const { output: files = [], to } = values;
  if (files.length === 0) throw new UsageError('Name the output with -o.');
  if (to !== undefined && files.length > 1) throw new UsageError('"--to" goes with one output only.');
  if (new Set(files.map((file) => (file === '-' ? file : path.resolve(file)))).size < files.length)
    throw new UsageError('Two outputs have the same name.');
  return {
    input,
    outputs: files.map((file) => ({ file, format: formatOf(to, file) })),
    ...(values.data === undefined ? {} : { data: values.data }),
    options: readOptions(values.set ?? []),
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        output: { type: 'string', short: 'o', multiple: true },
        to: { type: 'string' },
        data: { type: 'string' },
        set: { type: 'string', multiple: true },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message.split('. ')[0] ?? 'The arguments cannot be read.');
  }
}

function formatOf(to: string | undefined, output: string): OutputFormat {
  const name = (to ?? path.extname(output).slice(1)).toLowerCase();
  const format = Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined;
  if (format !== undefined) return format;
  const subject =
    to === undefined ? `The name of the output, "${output}", tells no format` : `The format "${to}" is not known`;
  throw new UsageError(`${subject}. Formats: ${NAMES}.`);
}

/** Reads `key=value` pairs: a dot in the key descends, the value is JSON or else text. */
function readOptions(pairs: readonly string[]): Record<string, unknown> {
  const options: Record<string, unknown> = {};
  for (const pair of pairs) {
    const separator = pair.indexOf('=');
    if (separator < 1) throw new UsageError(`"--set ${pair}" has to be KEY=VALUE.`);
    setOption(options, pair.slice(0, separator).split('.'), readValue(pair.slice(separator + 1)));
  }
  return options;
}

function setOption(options: Record<string, unknown>, keys: readonly string[], value: unknown): void {
  let target = options;
  for (const key of keys.slice(0, -1)) {
    if (!Object.hasOwn(target, key)) define(target, key, {});
    const next = target[key];
    if (typeof next !== 'object' || next === null)
      throw new UsageError(`"--set ${keys.join('.')}" contradicts another --set.`);
    target = next as Record<string, unknown>;
  }
  define(target, keys.at(-1) as string, value);
}

/** An own property, whatever the name: a key such as `__proto__` has to reach the validation as it was given. */
function define(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

function readValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
