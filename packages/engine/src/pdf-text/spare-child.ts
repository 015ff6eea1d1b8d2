import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { endGroup } from '../isolation/end-group.ts';
import { type PdfTask, startPdfChild } from './start.ts';

/**
 * Children that have started and wait for a file, one for each task: starting takes longer than a page does. A child has
 * one file in its life, so a spare one has seen nothing of anybody. It keeps this process from nothing, and ends with it.
 */

/** Milliseconds that a child waits. */
const REST = 60_000;

interface Spare {
  readonly child: ChildProcess;
  readonly retirement: NodeJS.Timeout;
  readonly onExit: () => void;
}

const spares = new Map<string, Spare>();

/** A child for one file: the spare one, else a new one. */
export function takePdfChild(task: PdfTask): ChildProcess {
  const spare = spares.get(task.name);
  if (!spare) return startPdfChild(task);
  forget(task.name, spare);
  const { child } = spare;
  child.ref();
  for (const pipe of pipesOf(child)) pipe.ref();
  return child;
}

/** Starts a spare child, if there is none. One that cannot be started is missed by nobody: the next file says so. */
export function keepSparePdfChild(task: PdfTask): void {
  if (spares.has(task.name)) return;
  let child: ChildProcess;
  try {
    child = startPdfChild(task);
  } catch {
    return;
  }
  const onExit = () => forget(task.name, spare);
  const retirement = setTimeout(() => end(task.name, spare), REST).unref();
  const spare: Spare = { child, retirement, onExit };
  spares.set(task.name, spare);
  child.once('exit', onExit).once('error', onExit);
  child.unref();
  for (const pipe of pipesOf(child)) pipe.unref();
}

/** Ends all children that wait. */
export function endSparePdfChildren(): void {
  for (const [name, spare] of spares) end(name, spare);
}

function end(name: string, spare: Spare): void {
  forget(name, spare);
  endGroup(spare.child);
}

function forget(name: string, { child, retirement, onExit }: Spare): void {
  spares.delete(name);
  clearTimeout(retirement);
  child.removeListener('exit', onExit).removeListener('error', onExit);
}

/** Pipes of a child are sockets, which the types do not tell. */
const pipesOf = ({ stdin, stdout }: ChildProcess): readonly Socket[] =>
  [stdin, stdout].filter((pipe) => pipe !== null && pipe !== undefined) as unknown as Socket[];
