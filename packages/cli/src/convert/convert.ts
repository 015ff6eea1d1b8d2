import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Terminal } from '../command.ts';
import { serviceOf } from '../service-options.ts';
import { UsageError } from '../usage-error.ts';
import { type ConvertArguments, type ConvertValues, readArguments } from './arguments.ts';
import { convertHere } from './here.ts';
import { openFile } from './open-file.ts';
import { showProgress } from './progress.ts';
import { Report } from './report.ts';
import type { Converter, Made } from './result.ts';
import { openSource, type Source } from './source.ts';
import { convertThere } from './there.ts';
import { Watcher } from './watch.ts';

interface Call {
  readonly values: ConvertValues;
  readonly positionals: readonly string[];
}

/**
 * `platen convert`: one document, here without a server and without a database, or by a service.
 * @returns the exit status: 0, or 1 when the conversion failed
 * @throws UsageError when the command was used wrongly
 */
export async function runConvert({ values, positionals: [input = ''] }: Call, terminal: Terminal): Promise<number> {
  const given = readArguments(input, values);
  const { quiet = false, json = false, watch = false, open = false } = values;
  refuseGarbling(given, terminal);
  const source = await openSource(given, terminal.in);
  let converter: Converter | undefined;
  try {
    converter = converterFor(source, { values, positionals: [input] }, terminal);
    const report = new Report(terminal, { quiet, json }, given);
    const job = { given, source, converter, report, terminal, quiet };
    return watch ? await keepConverting(job, { open }) : await convertOnce(job, { open });
  } finally {
    await converter?.close();
    source.close();
  }
}

interface Job {
  readonly given: ConvertArguments;
  readonly source: Source;
  readonly converter: Converter;
  readonly report: Report;
  readonly terminal: Terminal;
  readonly quiet: boolean;
}

function converterFor(source: Source, { values, positionals: [input = ''] }: Call, terminal: Terminal): Converter {
  if (values.server === undefined) return convertHere(source.allow, terminal);
  if (source.kind === 'template') {
    const remedy = `Bring it there with "platen templates push ${input}", and name it by "template_id".`;
    throw new UsageError(`A service keeps templates of its own. ${remedy}`);
  }
  return convertThere(serviceOf(values), source.document === undefined ? undefined : path.dirname(source.document));
}

/** @throws UsageError when bytes would go to a terminal */
function refuseGarbling({ outputs }: ConvertArguments, { out }: Terminal): void {
  const binary = outputs.find(({ file, format }) => file === '-' && format !== 'text' && format !== 'markdown');
  if (!binary || !out.isTTY) return;
  throw new UsageError(
    `Standard output is a terminal, which cannot show ${binary.format}: give "-o" a file, or a pipe.`,
  );
}

async function convertOnce(job: Job, { open }: { readonly open: boolean }): Promise<number> {
  try {
    await convertNow(job, new AbortController().signal);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    job.report.failed(error);
    return 1;
  }
  if (open) await openFirst(job);
  return 0;
}

async function convertNow(
  { given, source, converter, report, terminal, quiet }: Job,
  signal: AbortSignal,
): Promise<void> {
  const start = performance.now();
  const endProgress = quiet ? () => {} : showProgress(terminal, `converting ${given.input}`);
  let made: Made;
  try {
    const formats = given.outputs.map(({ format }) => format);
    made = await converter.convert(await source.read(), formats, signal);
    for (const [index, { file }] of given.outputs.entries()) {
      const bytes = made.outputs[index]?.bytes ?? new Uint8Array();
      if (file === '-') terminal.out.write(bytes);
      else writeFileSync(file, bytes);
    }
  } finally {
    endProgress();
  }
  report.made(made, (performance.now() - start) / 1_000);
}

/** Converts again and again, until somebody ends it. A conversion that a change makes old is given up. */
async function keepConverting(job: Job, { open }: { readonly open: boolean }): Promise<number> {
  const { source, report, terminal, quiet } = job;
  const ended = Promise.withResolvers<void>();
  let running = new AbortController();
  let turn: Promise<void> = Promise.resolve();
  let toOpen = open;
  const again = () => {
    running.abort();
    running = new AbortController();
    const { signal } = running;
    turn = turn.then(async () => {
      if (signal.aborted) return;
      try {
        await convertNow(job, signal);
        watcher.update();
        if (toOpen) await openFirst(job);
        toOpen = false;
      } catch (error) {
        if (!signal.aborted) report.failed(error);
      }
    });
  };
  const except = new Set(job.given.outputs.map(({ file }) => path.resolve(file)));
  const watcher = new Watcher({ files: source.watched, except, onChange: again });
  const end = () => ended.resolve();
  process.once('SIGINT', end).once('SIGTERM', end);
  watcher.update();
  again();
  if (!quiet) terminal.error.write('watching for changes; Ctrl-C ends it\n');
  await ended.promise;
  watcher.close();
  running.abort();
  await turn;
  return 0;
}

async function openFirst({ given, terminal }: Job): Promise<void> {
  const [first] = given.outputs;
  if (first) await openFile(first.file, terminal);
}
