import type { ChildProcess } from 'node:child_process';
import { descendants } from './descendants.ts';

/**
 * Ends a child that was started as the first of a group (`detached`), all of the group, and all that it has started.
 * Bubblewrap that is ended while it starts leaves behind the process that it has just made: that one does not know its
 * parent's end yet, and begins a session of its own. So all are stopped before they are looked for: what is stopped
 * starts nothing, and keeps its place as the parent of what it has started.
 */
export function endGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  const all = new Set<number>();
  let found = [-pid];
  while (found.length > 0) {
    send(found, 'SIGSTOP');
    for (const each of found) all.add(each);
    found = descendants(pid).filter((each) => !all.has(each));
  }
  send(all, 'SIGKILL');
}

function send(targets: Iterable<number>, signal: 'SIGSTOP' | 'SIGKILL'): void {
  for (const target of targets) {
    try {
      process.kill(target, signal);
    } catch {
      // It has ended by itself.
    }
  }
}
