import { spawn } from 'node:child_process';
import { platform } from 'node:os';
import type { Terminal } from '../command.ts';

/** Opens a file with the program that the desktop has for it. Where there is no terminal, nobody would see it. */
export function openFile(file: string, { error: stream }: Terminal): Promise<void> {
  if (!stream.isTTY) return Promise.resolve();
  const program = platform() === 'darwin' ? 'open' : 'xdg-open';
  return new Promise((resolve) => {
    const child = spawn(program, [file], { stdio: 'ignore', detached: true });
    child.once('error', ({ code }: NodeJS.ErrnoException) => {
      stream.write(`warning: ${file} was not opened: ${program} cannot be run (${code}).\n`);
      resolve();
    });
    child.once('spawn', () => {
      child.unref();
      resolve();
    });
  });
}
