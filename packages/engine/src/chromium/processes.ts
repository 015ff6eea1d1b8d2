import { readFileSync } from 'node:fs';
import { platform } from 'node:os';

/** A process of a browser. */
export interface RendererProcess {
  readonly pid: number;
  /** Bytes of memory that it holds. */
  readonly resident: number;
}

const PAGE_SIZE = 4_096;

/**
 * The renderers below a process, with their memory, read from /proc. A process that ends meanwhile is left out.
 * On other systems than Linux there is nothing to read, and the list is empty.
 */
export function rendererProcesses(root: number): readonly RendererProcess[] {
  if (platform() !== 'linux') return [];
  return descendants(root).flatMap((pid) => {
    try {
      if (!readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('--type=renderer')) return [];
      return [{ pid, resident: residentMemory(pid) }];
    } catch {
      return [];
    }
  });
}

/** Process ids below `root`, children before grandchildren. */
export function descendants(root: number): readonly number[] {
  const found: number[] = [];
  const open = [root];
  for (let pid = open.pop(); pid !== undefined; pid = open.pop()) {
    for (const child of children(pid)) {
      found.push(child);
      open.push(child);
    }
  }
  return found;
}

/** Children of the main thread: the browser's launcher, its zygotes and their renderers are all forked from one. */
function children(pid: number): readonly number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim();
    return text === '' ? [] : text.split(' ').map(Number);
  } catch {
    return [];
  }
}

/** Bytes of memory that a process holds; 0 when it is gone or the system does not tell. */
export function residentMemory(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * PAGE_SIZE;
  } catch {
    return 0;
  }
}
