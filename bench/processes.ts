import { readdirSync, readFileSync } from 'node:fs';

/** Processes of this machine, as `/proc` of Linux tells of them. */

/** Milliseconds of one tick of `/proc/PID/stat` (`getconf CLK_TCK` is 100 on Linux). */
const TICK = 10;

interface Process {
  readonly parent: number;
  /** Milliseconds of the processor that it has taken itself, and its children that have ended. */
  readonly own: number;
  readonly ended: number;
  readonly kind: string;
}

/** A process and everything below it, whichever of its threads started it. */
function processTree(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    const parent = readProcess(Number(name))?.parent;
    if (parent === undefined) continue;
    const siblings = children.get(parent);
    if (siblings) siblings.push(Number(name));
    else children.set(parent, [Number(name)]);
  }
  const tree = [root];
  for (const pid of tree) tree.push(...(children.get(pid) ?? []));
  return tree;
}

/**
 * Milliseconds of the processor that a tree of processes has taken, by kind: `browser`, `renderer`, `gpu-process`, `node` and others. Pages that have
 * ended count as `renderer`: the process that started them keeps their sum.
 */
export function processorTime(root: number): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  const add = (kind: string, time: number) => times.set(kind, (times.get(kind) ?? 0) + time);
  for (const pid of processTree(root)) {
    const found = readProcess(pid);
    if (!found) continue;
    add(found.kind, found.own);
    add(found.kind === 'zygote' ? 'renderer' : `ended below ${found.kind}`, found.ended);
  }
  return times;
}

/** MiB of a process and everything below it; pages that are shared count once over all who share them. */
export function treeMemory(root: number): number {
  let kibibytes = 0;
  for (const pid of processTree(root)) kibibytes += proportionalMemory(pid);
  return kibibytes / 1024;
}

function proportionalMemory(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
  } catch (error) {
    // ENOENT, ESRCH: it has ended since the list was made.
    if (!['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) return 0;
    throw new Error('The memory of a sandboxed process may be read by root only: run this measure as root.');
  }
}

/** @returns undefined for what is none, or has ended since the list was made */
function readProcess(pid: number): Process | undefined {
  if (Number.isNaN(pid)) return undefined;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    // The name of the program is in parentheses and may hold anything; fields are counted from behind it (proc_pid_stat(5)).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = (from: number) => (Number(fields[from]) + Number(fields[from + 1])) * TICK;
    return { parent: Number(fields[1]), own: ticks(11), ended: ticks(13), kind: kindOf(command) };
  } catch {
    return undefined;
  }
}

/** Chromium's children show their arguments in one text. */
function kindOf(command: readonly string[]): string {
  const words = command.join(' ').split(' ');
  const type = words.flatMap((word) => /^--type=(\S+)/.exec(word)?.[1] ?? [])[0];
  if (type !== undefined) return type;
  if (words.some((word) => word.startsWith('--remote-debugging-pipe'))) return 'browser';
  return (command[0] ?? '').split('/').at(-1) ?? '';
}
