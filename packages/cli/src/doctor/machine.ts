import { readFileSync, statSync } from 'node:fs';
import { availableParallelism, platform, totalmem } from 'node:os';
import path from 'node:path';
import { type Finding, ok, problem, warning } from './finding.ts';

const GIB = 1024 ** 3;

export function checkMachine(): Finding[] {
  const cores = availableParallelism();
  const memory = totalmem() / GIB;
  const message = `${cores} ${cores === 1 ? 'core' : 'cores'}, ${memory.toFixed(1)} GiB of memory`;
  const small = 'Give it 2 GiB: a browser with one large page needs more than one.';
  return [memory >= 2 ? ok('machine', message) : warning('machine', message, small), ...checkMemoryLimit()];
}

/** The service bounds what pages hold by looking at it ten times a second; the kernel does it at once. */
function checkMemoryLimit(): Finding[] {
  if (platform() !== 'linux') return [];
  const limit = memoryLimit();
  if (limit < totalmem()) {
    return [ok('memory limit', `the kernel lets the service and its browser have ${(limit / GIB).toFixed(1)} GiB`)];
  }
  const remedy = 'Set one: MemoryMax= of systemd, as deploy/platen.service has it, or --memory of Docker.';
  return [warning('memory limit', 'the kernel sets none, so that a browser could take all of the machine', remedy)];
}

/** Bytes that the control groups of this process allow; Infinity when they set no limit or do not tell. */
function memoryLimit(): number {
  let least = Number.POSITIVE_INFINITY;
  for (const line of textOf('/proc/self/cgroup').split('\n')) {
    // "0::/system.slice/platen.service" (version 2), or "4:memory:/docker/abc" (version 1).
    const [, controllers, group = '/'] = /^\d+:([^:]*):(\/.*)$/.exec(line) ?? [];
    if (controllers !== '' && controllers !== 'memory') continue;
    const [root, file] =
      controllers === '' ? ['/sys/fs/cgroup', 'memory.max'] : ['/sys/fs/cgroup/memory', 'memory.limit_in_bytes'];
    // A container may not see the groups that it is in: then its own are the top.
    for (let folder = group; ; folder = path.dirname(folder)) {
      const limit = Number.parseInt(textOf(path.join(root, folder, file)), 10);
      if (limit > 0) least = Math.min(least, limit);
      if (folder === '/') break;
    }
  }
  return least;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}

/** A clock that stands in the past refuses certificates, and codes of two-factor sign-in. */
export function checkClock(): Finding[] {
  const made = statSync(new URL(import.meta.url)).mtime;
  const now = new Date();
  if (now.getTime() >= made.getTime() - 60_000) return [ok('clock', now.toISOString())];
  const message = `it says ${now.toISOString()}, which is before this version was installed`;
  return [problem('clock', message, 'Set it, for example with "timedatectl set-ntp true".')];
}
