import { existsSync } from 'node:fs';
import { platform } from 'node:os';

export const BUBBLEWRAP = '/usr/bin/bwrap';

export const hasBubblewrap = (): boolean => platform() === 'linux' && existsSync(BUBBLEWRAP);

/** Devices a process needs; `--dev` of bubblewrap would add a second user namespace that listeners cannot join. */
const DEVICES = ['/dev/null', '/dev/zero', '/dev/full', '/dev/random', '/dev/urandom'];
/** What a program reads: programs, libraries, fonts. Nothing of the service, its data or its users. */
const READABLE = [
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/etc/fonts',
  '/etc/ld.so.cache',
  '/etc/ld.so.conf',
  '/etc/ld.so.conf.d',
  '/etc/alternatives',
  '/etc/localtime',
  '/var/cache/fontconfig',
];

/**
 * Options of bubblewrap that give a process namespaces of its own, an empty network, and of the file system what every
 * program needs. Bubblewrap also takes away the right to gain privileges (`no_new_privs`).
 * @param hostname what the process takes the machine's name for
 */
export function namespaceArguments(hostname: string): readonly string[] {
  return [
    '--die-with-parent',
    '--new-session',
    '--unshare-user',
    '--unshare-net',
    '--unshare-pid',
    '--unshare-ipc',
    '--unshare-uts',
    '--unshare-cgroup-try',
    '--hostname',
    hostname,
    ...READABLE.flatMap((folder) => ['--ro-bind-try', folder, folder]),
    '--tmpfs',
    '/dev',
    ...DEVICES.flatMap((device) => ['--dev-bind', device, device]),
    '--proc',
    '/proc',
  ];
}
