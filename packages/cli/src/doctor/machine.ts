import { statSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { type Finding, ok, problem, warning } from './finding.ts';

const GIB = 1024 ** 3;

export function checkMachine(): Finding[] {
  const cores = availableParallelism();
  const memory = totalmem() / GIB;
  const message = `${cores} ${cores === 1 ? 'core' : 'cores'}, ${memory.toFixed(1)} GiB of memory`;
  if (memory >= 2) return [ok('machine', message)];
  return [warning('machine', message, 'Give it 2 GiB: a browser with one large page needs more than one.')];
}

/** A clock that stands in the past refuses certificates, and codes of two-factor sign-in. */
export function checkClock(): Finding[] {
  const made = statSync(new URL(import.meta.url)).mtime;
  const now = new Date();
  if (now.getTime() >= made.getTime() - 60_000) return [ok('clock', now.toISOString())];
  const message = `it says ${now.toISOString()}, which is before this version was installed`;
  return [problem('clock', message, 'Set it, for example with "timedatectl set-ntp true".')];
}
