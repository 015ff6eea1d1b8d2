import { readFileSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { mergePdfs } from '@platen/engine';
import { zipOf } from '@platen/server/archives';
import { convertHere } from '../convert/here.ts';
import { explained } from '../convert/report.ts';
import type { Converter } from '../convert/result.ts';
import type { Prepared, Source } from '../convert/source.ts';
import { UsageError } from '../usage-error.ts';
import { hashOf, Journal } from './journal.ts';
import { type BatchRun, journalOf, partsFolder } from './places.ts';
import type { BatchResult, Failure } from './report.ts';
import type { Row } from './rows.ts';
import { writeWhole } from './write-file.ts';

/** Makes the documents of a batch on this machine. */
export async function batchHere(run: BatchRun & { readonly source: Source }): Promise<Omit<BatchResult, 'seconds'>> {
  const { given, source } = run;
  const prepared = await source.read();
  if (given.output.kind === 'merged' && prepared.body.protection !== undefined) {
    throw new UsageError('Protected files cannot be merged: leave "protection" out, or give "-o" a .zip.');
  }
  const concurrency = given.concurrency ?? Math.max(2, availableParallelism());
  const converter = convertHere(source.allow, run.terminal, { concurrency });
  try {
    const files = filesOf(run);
    const journal = new Journal(journalOf(run), given);
    const state = await convertAll(run, { prepared, converter, concurrency, journal, files });
    run.signal.throwIfAborted();
    const file = await assembled(run, files, state.failures);
    if (state.failures.length === 0) journal.remove();
    return { total: run.rows.length, ...state, ...(file === undefined ? {} : { file }) };
  } finally {
    await converter.close();
  }
}

/** Where each document is written. */
function filesOf({ given: { output }, names, rows }: BatchRun): readonly string[] {
  if (output.kind === 'files') return names;
  const digits = String(rows.length).length;
  const extension = path.extname(names[0] ?? '');
  return rows.map((_row, index) =>
    path.join(partsFolder(output.file), String(index + 1).padStart(digits, '0') + extension),
  );
}

interface Work {
  readonly prepared: Prepared;
  readonly converter: Converter;
  readonly concurrency: number;
  readonly journal: Journal;
  readonly files: readonly string[];
}

type Warnings = Map<string, { count: number; row: number; message: string }>;

async function convertAll(
  { given, rows, names, progress, signal }: BatchRun,
  { prepared, converter, concurrency, journal, files }: Work,
): Promise<Pick<BatchResult, 'kept' | 'failures' | 'warnings'>> {
  const common = hashOf(withoutAddress(prepared), given.format);
  const failures: Failure[] = [];
  const warnings: Warnings = new Map();
  let kept = 0;
  let done = 0;
  const tell = () => progress.show({ kept, done, failed: failures.length });
  const one = async (row: Row, index: number): Promise<void> => {
    const file = files[index] as string;
    const key = hashOf(common, row.data);
    if (journal.has(file, key)) {
      kept += 1;
      return;
    }
    try {
      const body = { ...prepared.body, data: row.data };
      const made = await converter.convert({ ...prepared, body }, [given.format], signal);
      await writeWhole(file, made.outputs[0]?.bytes ?? new Uint8Array());
      journal.add(file, key);
      for (const { code, message } of made.warnings) note(warnings, { code, message, row: row.row });
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      const { code, message } = explained(error, given.input);
      failures.push({ row: row.row, file: names[index] as string, code, message });
    }
  };
  const waiting = rows.entries();
  const next = async (): Promise<void> => {
    for (const [index, row] of waiting) {
      signal.throwIfAborted();
      await one(row, index);
      done += 1;
      tell();
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, rows.length) }, next));
  return { kept, failures: failures.sort((a, b) => a.row - b.row), warnings };
}

function note(warnings: Warnings, { code, message, row }: { code: string; message: string; row: number }): void {
  const known = warnings.get(code);
  if (!known) warnings.set(code, { count: 1, row, message });
  else known.count += 1;
}

/** A document on the disk is served at an address that is another one each time. */
function withoutAddress({ body, files, template }: Prepared): unknown {
  const { source, ...options } = body;
  const { base_url: _address, ...rest } = source as { readonly base_url?: string };
  const parts = files.map(({ name, bytes }) => [name, Buffer.from(bytes).toString('base64')]);
  return [rest, options, parts, template];
}

/** The one file of what was made. @returns its name; undefined if none was asked for, or nothing was made */
async function assembled(
  { given: { output }, rows, names, signal }: BatchRun,
  files: readonly string[],
  failures: readonly Failure[],
): Promise<string | undefined> {
  if (output.kind === 'files') return undefined;
  const failed = new Set(failures.map(({ row }) => row));
  const made = rows.flatMap(({ row }, index) =>
    failed.has(row) ? [] : [{ name: names[index] as string, file: files[index] as string }],
  );
  if (made.length === 0) return undefined;
  if (output.kind === 'zip') await writeWhole(output.file, zipOf(entriesOf(made)));
  else {
    const parts = made.map(({ name, file }) => ({ title: path.parse(name).name, bytes: readFileSync(file) }));
    await writeWhole(output.file, (await mergePdfs(parts, { numbering: 'item', signal })).bytes);
  }
  return output.file;
}

async function* entriesOf(made: readonly { readonly name: string; readonly file: string }[]) {
  for (const { name, file } of made) {
    const read = async function* () {
      yield readFileSync(file);
    };
    yield { name, bytes: statSync(file).size, read };
  }
}
