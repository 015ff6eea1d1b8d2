import { readdirSync, readFileSync } from 'node:fs';
import { platform } from 'node:os';

/** Process ids of children of ours that run a file, and whose parent has gone. */
export function orphansOf(file: string): readonly string[] {
  const read = (pid: string, name: string) => {
    try {
      return readFileSync(`/proc/${pid}/${name}`, 'utf8');
    } catch {
      // It has ended meanwhile.
      return '';
    }
  };
  const pids = platform() === 'linux' ? readdirSync('/proc').filter((name) => /^\d{1,9}$/.test(name)) : [];
  return pids.filter((pid) => read(pid, 'cmdline').includes(file) && /^PPid:\t1$/m.test(read(pid, 'status')));
}
