import path from 'node:path';
import type { OutputFormat } from '@platen/engine';
import { UsageError } from '../usage-error.ts';
import { FORMAT_NAMES, FORMATS } from './formats.ts';

export interface OutputArgument {
  /** A file, or `-` for standard output. */
  readonly file: string;
  readonly format: OutputFormat;
}

export interface ConvertArguments {
  /** A file, the folder of a template, an http or https URL, or `-` for standard input. */
  readonly input: string;
  /** What to write; at least one. */
  readonly outputs: readonly OutputArgument[];
  /** File with the data of a Liquid template. */
  readonly data?: string;
  /** Options of the API. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** Values of the options, as the command declares them. */
export interface ConvertValues {
  readonly output?: readonly string[];
  readonly to?: string;
  readonly data?: string;
  readonly set?: readonly string[];
  readonly watch?: boolean;
  readonly open?: boolean;
  readonly quiet?: boolean;
  readonly json?: boolean;
  readonly server?: string;
  readonly key?: string;
  readonly 'key-file'?: string;
}

/** @throws UsageError */
export function readArguments(input: string, values: ConvertValues): ConvertArguments {
  const { output: files = [], to, watch, open, json } = values;
  if (files.length === 0) throw new UsageError('Name the output with -o.');
  if (to !== undefined && files.length > 1) throw new UsageError('"--to" goes with one output only.');
  if (new Set(files.map((file) => (file === '-' ? file : path.resolve(file)))).size < files.length)
    throw new UsageError('Two outputs have the same name.');
  const toStandardOutput = files.includes('-');
  if (toStandardOutput && json) throw new UsageError('"--json" writes to standard output: give "-o" a file.');
  if (toStandardOutput && (watch || open)) {
    throw new UsageError(`"${watch ? '--watch' : '--open'}" needs a file: give "-o" its name.`);
  }
  if (input === '-' && watch) throw new UsageError('Standard input is read once; "--watch" needs a file.');
  if (values.server === undefined && (values.key ?? values['key-file']) !== undefined) {
    throw new UsageError('A key is for a service: name it with "--server".');
  }
  return {
    input,
    outputs: files.map((file) => ({ file, format: formatOf(to, file) })),
    ...(values.data === undefined ? {} : { data: values.data }),
    options: readOptions(values.set ?? []),
  };
}

export function formatOf(to: string | undefined, output: string): OutputFormat {
  const name = (to ?? path.extname(output).slice(1)).toLowerCase();
  const format = Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined;
  if (format !== undefined) return format;
  const subject =
    to === undefined ? `The name of the output, "${output}", tells no format` : `The format "${to}" is not known`;
  throw new UsageError(`${subject}. Formats: ${FORMAT_NAMES}.`);
}

/** Reads `key=value` pairs: a dot in the key descends, the value is JSON or else text. */
export function readOptions(pairs: readonly string[]): Record<string, unknown> {
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
