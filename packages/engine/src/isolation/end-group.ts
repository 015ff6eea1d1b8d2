import type { ChildProcess } from 'node:child_process';
import { descendants } from './descendants.ts';

/**
 * Ends a child that was started as the first of a group (`detached`), all of the group, and all that it has started.
 * Bubblewrap that is ended while it starts leaves behind the process that it has just made: that one does not know its
 * parent's end yet, and begins a session of its own.
 */
export function endGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  for (const target of [-pid, ...descendants(pid)]) {
    try {
      process.kill(target, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
}
