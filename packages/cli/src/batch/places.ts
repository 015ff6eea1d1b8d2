import { accessSync, constants, mkdirSync, rmdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Terminal } from '../command.ts';
import type { Source } from '../convert/source.ts';
import { UsageError } from '../usage-error.ts';
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

/** Refuses a place that nothing can be written to, before anything is made. @throws UsageError */
export function refusePlace(run: Pick<BatchRun, 'given'>): void {
  const { output } = run.given;
  if (output.kind !== 'files' && kindOf(output.file) === 'folder') {
    throw new UsageError(
      `"${output.file}" is a folder. Name the file that is to be made, for example ${path.join(output.file, `all${path.extname(output.file)}`)}`,
    );
  }
  let place = path.dirname(output.kind === 'files' ? journalOf(run) : output.file);
  // Folders that are not there are made.
  let missing: string | undefined;
  for (; kindOf(place) === undefined && place !== path.dirname(place); place = path.dirname(place)) missing = place;
  if (kindOf(place) === 'file')
    throw new UsageError(`"${place}" is a file, so nothing can be made in it. Name another folder.`);
  try {
    accessSync(place, constants.W_OK | constants.X_OK);
  } catch {
    throw new UsageError(`"${place}" cannot be written to. Name another folder, or change its rights.`);
  }
  if (missing !== undefined) refuseUnmade(missing);
}

/** Rights do not tell it: of `/proc`, whoever may do everything is told that it can be written to. */
function refuseUnmade(folder: string): void {
  try {
    mkdirSync(folder);
    rmdirSync(folder);
  } catch (error) {
    // Another batch has made it in the meantime, or something in it.
    if (kindOf(folder) === 'folder') return;
    const { message } = error as Error;
    throw new UsageError(`The folder "${folder}" cannot be made (${message}). Name another one.`);
  }
}

function kindOf(place: string): 'file' | 'folder' | undefined {
  try {
    return statSync(place).isDirectory() ? 'folder' : 'file';
  } catch (error) {
    // Below a file there is nothing. What may not be looked at may not be written to either.
    return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
      ? undefined
      : 'folder';
  }
}
