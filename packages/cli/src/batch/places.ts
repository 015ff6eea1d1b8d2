import path from 'node:path';
import type { Terminal } from '../command.ts';
import type { Source } from '../convert/source.ts';
import type { BatchArguments } from './arguments.ts';
import type { Progress } from './progress.ts';
import type { Row } from './rows.ts';

/** A batch that is about to be made. */
export interface BatchRun {
  readonly given: BatchArguments;
  /** Absent for a template that a service keeps. */
  readonly source: Source | undefined;
  readonly rows: readonly Row[];
  /** The file of each row, or its name in the one file. */
  readonly names: readonly string[];
  readonly progress: Progress;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
}

/** Where what is done so far is kept: beside the files, or beside the one file. */
export function journalOf({ given: { output } }: Pick<BatchRun, 'given'>): string {
  if (output.kind !== 'files') return path.join(partsFolder(output.file), 'journal');
  // The folder before anything in the pattern depends on the row.
  return path.join(path.dirname(`${output.pattern.split(/\{[{%]/)[0]}x`), '.platen-batch');
}

/** Where the parts of one file are until it is made. */
export const partsFolder = (file: string): string => `${file}.parts`;
