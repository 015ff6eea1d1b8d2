import { readFileSync } from 'node:fs';
import { platform } from 'node:os';
import { descendants } from '../isolation/descendants.ts';

/** A process below a browser's main one. */
export interface BrowserChild {
  readonly pid: number;
  /** What it does; the network service and the like are `other`. */
  readonly type: 'renderer' | 'gpu' | 'other';
  /** Bytes of memory that it holds. */
  readonly resident: number;
}

/**
 * Lists the processes below a browser's main one, with their memory, again and again. What a process does is asked once:
 * its command line lies in its own memory, and reading it waits for a process that is just filling that.
 */
export class BrowserChildren {
  readonly #root: number;
  #types = new Map<number, Exclude<BrowserChild['type'], 'other'>>();

  constructor(root: number) {
    this.#root = root;
  }

  /** A process that ends meanwhile is left out. On other systems than Linux there is nothing to read: the list is empty. */
  list(): readonly BrowserChild[] {
    if (platform() !== 'linux') return [];
    const pids = descendants(this.#root);
    const known = this.#types;
    // Ids of processes are given out again: what is not there any more is forgotten.
    this.#types = new Map();
    return pids.flatMap((pid) => {
      try {
        const type = known.get(pid) ?? typeOf(readFileSync(`/proc/${pid}/cmdline`, 'latin1'));
        // A renderer is forked from a process of another name, and has its own a moment later.
        if (type !== 'other') this.#types.set(pid, type);
        return [{ pid, type, resident: residentMemory(pid) }];
      } catch {
        return [];
      }
    });
  }

  /** Forgets what processes do: while nothing was listed, others may have been given their ids. */
  forget(): void {
    this.#types = new Map();
  }

  /** The process that draws for all pages; `undefined` until a list has shown it. */
  get graphics(): number | undefined {
    for (const [pid, type] of this.#types) if (type === 'gpu') return pid;
    return undefined;
  }
}

function typeOf(commandLine: string): BrowserChild['type'] {
  if (commandLine.includes('--type=renderer')) return 'renderer';
  return commandLine.includes('--type=gpu-process') ? 'gpu' : 'other';
}

/** Bytes of memory that a process holds; 0 when it is gone or the system does not tell. */
export function residentMemory(pid: number): number {
  try {
    // Not from statm, which counts pages: their size is not the same on every machine.
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

/**
 * Milliseconds that the main thread of a process has run or waited for a core, ever: what has something to do shows it
 * here, and what hangs does not. 0 when the process is gone or the system does not tell.
 */
export function busyTime(pid: number): number {
  try {
    const [run, waited] = readFileSync(`/proc/${pid}/schedstat`, 'latin1').split(' ').map(Number);
    return ((run ?? 0) + (waited ?? 0)) / 1_000_000;
  } catch {
    return 0;
  }
}

/** Clock ticks in a second, in which /proc counts time: the same on every Linux (proc(5), USER_HZ). */
const TICKS = 100;

/** Milliseconds of CPU that all threads of a process have used, ever. 0 when it is gone or the system does not tell. */
export function cpuTime(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name of the program, in parentheses, may hold anything; the 14th and 15th field are user and system time.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS;
  } catch {
    return 0;
  }
}
