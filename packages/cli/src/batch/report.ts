import type { Terminal } from '../command.ts';
import { timeOf } from './progress.ts';

/** A document that was not made. */
export interface Failure {
  readonly row: number;
  /** Its file, or its name in the one file. */
  readonly file: string;
  readonly code: string;
  readonly message: string;
}

/** What became of a batch. */
export interface BatchResult {
  readonly total: number;
  /** Documents that were there from an earlier call. */
  readonly kept: number;
  readonly failures: readonly Failure[];
  /** Failures that are not listed. */
  readonly unlisted?: number;
  /** The one file of all, if one was asked for and made. */
  readonly file?: string;
  /** What was odd about documents that were made, by its code. */
  readonly warnings: ReadonlyMap<string, { readonly count: number; readonly row: number; readonly message: string }>;
  readonly seconds: number;
}

/** Failures that are shown to people. */
const SHOWN = 50;
const WIDEST = 40;

export function reportBatch({ out, error }: Terminal, result: BatchResult, manner: Manner): void {
  const { total, kept, failures, unlisted = 0, file, warnings, seconds } = result;
  const failed = failures.length + unlisted;
  const made = total - kept - failed;
  if (manner.json) {
    const told = [...warnings].map(([code, { count, row, message }]) => ({ code, message, count, row }));
    const facts = { total, made, kept, failed, ...(file === undefined ? {} : { file }) };
    out.write(
      `${JSON.stringify({ ...facts, failures, warnings: told, seconds: Math.round(seconds * 1_000) / 1_000 })}\n`,
    );
    return;
  }
  for (const [code, { count, row, message }] of warnings) {
    const others = count === 1 ? `row ${row}` : `${counted(count)} rows, first row ${row}`;
    error.write(`warning: ${others}: ${message} (${code})\n`);
  }
  if (failed > 0) error.write(tableOf(failures, failed));
  if (manner.quiet) return;
  const facts = [
    `${counted(made)} ${made === 1 ? 'document' : 'documents'}`,
    ...(kept > 0 ? [`${counted(kept)} that were there already`] : []),
    ...(failed > 0 ? [`${counted(failed)} failed`] : []),
    timeOf(seconds),
    ...(made > 1 ? [`${(made / seconds).toFixed(1)} a second`] : []),
  ];
  error.write(`${file === undefined ? '' : `${file}: `}${facts.join(', ')}\n`);
  if (failed > 0) error.write('The same command with --resume tries the failed ones again.\n');
}

export interface Manner {
  readonly quiet: boolean;
  readonly json: boolean;
}

function tableOf(failures: readonly Failure[], failed: number): string {
  const shown = failures.slice(0, SHOWN);
  const rows = [
    { row: 'row', file: 'document' },
    ...shown.map(({ row, file }) => ({ row: String(row), file: cut(file) })),
  ];
  const first = Math.max(...rows.map(({ row }) => row.length));
  const second = Math.max(...rows.map(({ file }) => file.length));
  const lines = [
    `${'row'.padStart(first)}  ${'document'.padEnd(second)}  why`,
    ...shown.map(
      ({ row, file, message, code }) =>
        `${String(row).padStart(first)}  ${cut(file).padEnd(second)}  ${message.replaceAll(/\s+/g, ' ')} (${code})`,
    ),
    ...(failed > shown.length ? [`… and ${counted(failed - shown.length)} more`] : []),
  ];
  return `${counted(failed)} failed:\n${lines.join('\n')}\n`;
}

/** The end of a path tells more than its beginning. */
const cut = (file: string): string => (file.length > WIDEST ? `…${file.slice(1 - WIDEST)}` : file);
const counted = (count: number): string => count.toLocaleString('en');
