import { chownSync, mkdtempSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import type { ChildUser } from '../isolation/child-user.ts';

/** Profiles are named after the machine (a container is one) and the process that they belong to. */
const PREFIX = `platen-browser-${hostname().replace(/[^A-Za-z0-9]/g, '')}-`;
let swept = false;

/** Makes a folder for what a browser writes; the browser may run as a user of its own. */
export function createProfile(user: ChildUser | undefined): string {
  if (!swept) {
    swept = true;
    removeLeftProfiles();
  }
  const profile = mkdtempSync(path.join(tmpdir(), `${PREFIX}${process.pid}-`));
  if (user) chownSync(profile, user.uid, user.gid);
  return profile;
}

/** Removes a profile. What cannot be removed (processes of a killed browser may still write) is left. */
export async function removeProfile(profile: string): Promise<void> {
  await rm(profile, { recursive: true, force: true, maxRetries: 5 }).catch(() => {});
}

/** A process that was killed could not clean up. Our own number belonged to another process before. */
function removeLeftProfiles(): void {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue;
    const owner = Number.parseInt(name.slice(PREFIX.length), 10);
    if (owner === process.pid || !isAlive(owner)) void removeProfile(path.join(tmpdir(), name));
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user may not be asked, but it is there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
