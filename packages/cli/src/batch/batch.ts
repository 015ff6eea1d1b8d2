import { existsSync, rmSync } from 'node:fs';
import type { Terminal } from '../command.ts';
import { explained } from '../convert/report.ts';
import { openSource, type Source } from '../convert/source.ts';
import { serviceOf } from '../service-options.ts';
import { UsageError } from '../usage-error.ts';
import { type BatchArguments, type BatchValues, readBatchArguments } from './arguments.ts';
import { batchHere } from './here.ts';
import { filesOf, partNames } from './names.ts';
import { type BatchRun, partsFolder, refusePlace } from './places.ts';
import { Progress } from './progress.ts';
import { type Manner, reportBatch } from './report.ts';
import { readRows } from './rows.ts';
import { batchThere } from './there.ts';

/** As a shell says it of a command that Ctrl-C ended. */
const INTERRUPTED = 130;

interface Call {
  readonly values: BatchValues;
  readonly positionals: readonly string[];
}

/**
 * `platen batch`: a document for each row, here or by a service.
 * @returns the exit status: 0; 1 when any failed; 130 when it was interrupted
 * @throws UsageError when the command was used wrongly
 */
export async function runBatch({ values, positionals: [input = ''] }: Call, terminal: Terminal): Promise<number> {
  const given = readBatchArguments(input, values);
  refusePlace({ given });
  const rows = readRows(given.data);
  const { quiet = false, json = false } = values;
  const names = await namesOf(given, rows, { terminal, quiet });
  const source = await sourceOf(given, values, terminal);
  const stopping = new AbortController();
  const stop = () => stopping.abort(new Interrupted());
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const progress = new Progress(terminal, { total: rows.length, quiet });
  const run: BatchRun = { given, source, rows, names, progress, terminal, signal: stopping.signal };
  try {
    return await made(run, values, { quiet, json });
  } finally {
    progress.end();
    process.off('SIGINT', stop).off('SIGTERM', stop);
    source?.close();
  }
}

async function made(run: BatchRun, values: BatchValues, manner: Manner): Promise<number> {
  const { given, progress, terminal, signal } = run;
  const start = performance.now();
  try {
    const { source } = run;
    const isHere = values.server === undefined && source !== undefined;
    const result = isHere ? await batchHere({ ...run, source }) : await batchThere(run, serviceOf(values));
    progress.end();
    reportBatch(terminal, { ...result, seconds: (performance.now() - start) / 1_000 }, manner);
    const failed = result.failures.length + (result.unlisted ?? 0);
    if (failed === 0 && given.output.kind !== 'files') {
      rmSync(partsFolder(given.output.file), { recursive: true, force: true });
    }
    return failed === 0 ? 0 : 1;
  } catch (error) {
    progress.end();
    if (signal.aborted) {
      const where = values.server === undefined ? 'What was made is kept.' : 'The service goes on with it.';
      terminal.error.write(`Interrupted. ${where} The same command with --resume goes on.\n`);
      return INTERRUPTED;
    }
    if (error instanceof UsageError) throw error;
    const { code, message, errors } = explained(error, given.input);
    if (manner.json) terminal.out.write(`${JSON.stringify({ error: { code, message, errors } })}\n`);
    else terminal.error.write(`error: ${message} (${code})\n`);
    return 1;
  }
}

async function namesOf(
  { output, format }: BatchArguments,
  rows: ReturnType<typeof readRows>,
  { terminal, quiet }: { readonly terminal: Terminal; readonly quiet: boolean },
): Promise<readonly string[]> {
  if (output.kind === 'files') return await filesOf(output.pattern, rows, format);
  const { names, numbered } = await partNames(output.name, rows, format);
  if (numbered > 0 && !quiet && output.kind === 'zip') {
    terminal.error.write(
      `note: ${numbered === 1 ? '1 name was' : `${numbered} names were`} there already in the archive, with a number now\n`,
    );
  }
  return names;
}

/** What is converted; undefined for a template that the service keeps, which no file here has the name of. */
async function sourceOf(given: BatchArguments, values: BatchValues, terminal: Terminal): Promise<Source | undefined> {
  const { input, options } = given;
  const isTemplateThere =
    values.server !== undefined && /^[\w-]+(?:@(?:\d+|draft))?$/.test(input) && !existsSync(input);
  if (isTemplateThere) return undefined;
  const source = await openSource({ input, outputs: [], options }, terminal.in);
  if (source.kind !== 'template' || values.server === undefined) return source;
  source.close();
  const remedy = `Bring it there with "platen templates push ${input}", and name it by its slug.`;
  throw new UsageError(`A service keeps templates of its own. ${remedy}`);
}

class Interrupted extends Error {}
