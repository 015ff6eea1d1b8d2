export interface ChildUser {
  readonly uid: number;
  readonly gid: number;
}

/**
 * As root, processes that run what strangers wrote (the browser, templates) get a user of their own: Chromium refuses
 * its sandbox to root, and files that only root may read stay closed to them. The number is in the range that Debian
 * keeps for system use (60000-64999).
 */
const CHILD_USER: ChildUser = { uid: 64_721, gid: 64_721 };

/** The user for such a process; `undefined` when the service is no root and cannot give another one. */
export function childUser(): ChildUser | undefined {
  return process.getuid?.() === 0 ? CHILD_USER : undefined;
}
