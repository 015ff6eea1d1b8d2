import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { descendants } from '../../packages/engine/src/isolation/descendants.ts';

/** What the system tells of a process. */
export interface ProcessFacts {
  readonly pid: number;
  /** One letter, such as `R` (runs), `T` (stopped), `Z` (has ended, nobody has asked how). */
  readonly state: string;
  readonly commandLine: string;
  /** Clock ticks of processor time. */
  readonly ticks: number;
}

/** @returns undefined when there is no such process */
function processFacts(pid: number): ProcessFacts | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name of the program, in parentheses, may contain anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const commandLine = readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ');
    return { pid, state: fields[0] as string, commandLine, ticks: Number(fields[11]) + Number(fields[12]) };
  } catch {
    return undefined;
  }
}

export const processesBelow = (root: number): readonly ProcessFacts[] =>
  descendants(root).flatMap((pid) => processFacts(pid) ?? []);

export const renderersBelow = (root: number): readonly ProcessFacts[] =>
  processesBelow(root).filter(({ commandLine }) => commandLine.includes('--type=renderer'));

/** Main processes of the browsers: started by the engine, or by what walls them in. */
export const browsersBelow = (root: number): readonly ProcessFacts[] =>
  processesBelow(root).filter(
    ({ commandLine }) =>
      commandLine.includes(' --remote-debugging-pipe') &&
      !/^\S*bwrap /.test(commandLine) &&
      !/ --type=/.test(commandLine),
  );

export const zombiesBelow = (root: number): readonly ProcessFacts[] =>
  processesBelow(root).filter(({ state }) => state === 'Z');

/** Those of the processes that still run; one that has ended and waits for being asked does not. */
export const stillRunning = (pids: readonly number[]): readonly number[] =>
  pids.filter((pid) => (processFacts(pid)?.state ?? 'Z') !== 'Z');

/** Clock ticks of processor time within the watch below, from which on a renderer counts as busy. */
const BUSY_TICKS = 3;

/**
 * Renderers whose script never rests, the busiest first.
 * @param had clock ticks of processor time that they have had at least
 */
export async function busyRenderers(root: number, had = 0): Promise<readonly number[]> {
  const before = new Map(renderersBelow(root).map(({ pid, ticks }) => [pid, ticks]));
  await sleep(200);
  return renderersBelow(root)
    .map(({ pid, ticks }) => ({ pid, ticks, used: ticks - (before.get(pid) ?? ticks) }))
    .filter(({ ticks, used }) => used >= BUSY_TICKS && ticks >= had)
    .sort((one, other) => other.used - one.used)
    .map(({ pid }) => pid);
}

/** More than an empty page takes until it is there: a browser that fails to make two of them in a row is given up. */
const MADE_TICKS = 30;

/** Kills the renderers of pages whose script never rests, and none that is still being started. */
export async function killBusyRenderers(root: number): Promise<void> {
  for (const pid of await busyRenderers(root, MADE_TICKS)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has just ended by itself.
    }
  }
}

/**
 * Bytes of memory of a process and all below it; what several of them share is counted once (PSS). Pages of files are
 * left out: programs share them with all that runs on the machine, so that their share changes with the neighbours.
 */
export function treeMemory(root: number): number {
  return [root, ...descendants(root)].reduce((total, pid) => total + proportionalMemory(pid), 0);
}

function proportionalMemory(pid: number): number {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1');
    const kilobytes = [...rollup.matchAll(/^Pss_(?:Anon|Shmem):\s+(\d+) kB/gm)].map(([, amount]) => Number(amount));
    return kilobytes.reduce((total, amount) => total + amount, 0) * 1024;
  } catch {
    return 0;
  }
}

/** Names of the network interfaces that a process sees. */
export function networkInterfaces(pid: number): readonly string[] {
  const lines = readFileSync(`/proc/${pid}/net/dev`, 'latin1').split('\n').slice(2);
  return lines.flatMap((line) => /^\s*([^:\s]+):/.exec(line)?.[1] ?? []);
}

/** Folders of browser profiles in the folder for temporary files that belong to the process `owner`. */
export function profileFolders(folder: string, owner: number): readonly string[] {
  return readdirSync(folder).filter((name) => name.startsWith('platen-browser-') && name.includes(`-${owner}-`));
}
