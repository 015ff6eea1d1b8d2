import type { ChildProcess } from 'node:child_process';

/**
 * Ends a child that was started as the first of a group (`detached`), and all of the group: bubblewrap that is ended
 * while it starts would leave behind the process that it has just made, which waits for it.
 */
export function endGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
