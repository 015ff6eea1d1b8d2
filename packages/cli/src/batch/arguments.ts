import path from 'node:path';
import type { OutputFormat } from '@platen/engine';
import { formatOf, readOptions } from '../convert/arguments.ts';
import { UsageError } from '../usage-error.ts';

/** What is written: a file for each row, or one file of all. */
export type BatchOutput =
  | { readonly kind: 'files'; readonly pattern: string }
  | { readonly kind: 'zip' | 'merged'; readonly file: string; readonly name?: string };

export interface BatchArguments {
  /** As of `platen convert`; with a service also the name of a template there. */
  readonly input: string;
  /** File with the rows. */
  readonly data: string;
  readonly output: BatchOutput;
  readonly format: OutputFormat;
  readonly options: Readonly<Record<string, unknown>>;
  readonly resume: boolean;
  /** Conversions at the same time, on this machine. */
  readonly concurrency: number | undefined;
}

export interface BatchValues {
  readonly data?: string;
  readonly output?: string;
  readonly to?: string;
  readonly name?: string;
  readonly set?: readonly string[];
  readonly resume?: boolean;
  readonly concurrency?: string;
  readonly quiet?: boolean;
  readonly json?: boolean;
  readonly server?: string;
  readonly key?: string;
  readonly 'key-file'?: string;
}

const LIQUID = /\{\{|\{%/;

/** @throws UsageError */
export function readBatchArguments(input: string, values: BatchValues): BatchArguments {
  const { data, output, to, name, set = [], resume = false, concurrency, server } = values;
  if (data === undefined) throw new UsageError('Name the file with the rows: --data rows.csv');
  if (output === undefined)
    throw new UsageError("Name the output, for example -o 'out/{{ number }}.pdf' or -o all.pdf.");
  if (server === undefined && (values.key ?? values['key-file']) !== undefined) {
    throw new UsageError('A key is for a service: name it with "--server".');
  }
  if (server !== undefined && concurrency !== undefined) {
    throw new UsageError('A service decides itself how much it does at once: leave out "--concurrency".');
  }
  const read = outputOf(output, name);
  return {
    input,
    data,
    output: read,
    format: read.kind === 'files' || to !== undefined ? formatOf(to, output) : 'pdf',
    options: readOptions(set),
    resume,
    concurrency: concurrency === undefined ? undefined : countOf(concurrency),
  };
}

function outputOf(output: string, name: string | undefined): BatchOutput {
  if (LIQUID.test(output)) {
    if (name === undefined) return { kind: 'files', pattern: output };
    throw new UsageError('"--name" is for one file of all: here the output names each.');
  }
  const extension = path.extname(output).toLowerCase();
  const given = { file: output, ...(name === undefined ? {} : { name }) };
  if (extension === '.zip') return { kind: 'zip', ...given };
  if (extension === '.pdf') return { kind: 'merged', ...given };
  throw new UsageError(
    `"${output}" is one name for all rows. Give one for each, such as 'out/{{ number }}.pdf', or one .pdf or .zip of all.`,
  );
}

function countOf(text: string): number {
  if (/^[1-9]\d?$/.test(text)) return Number(text);
  throw new UsageError(`"--concurrency ${text}" has to be a number from 1 to 99.`);
}
