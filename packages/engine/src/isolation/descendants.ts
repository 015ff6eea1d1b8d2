import { readFileSync } from 'node:fs';

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
