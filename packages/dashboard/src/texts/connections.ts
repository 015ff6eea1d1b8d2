/** Places that results are sent to. */
export const connections = {
  title: 'Connections',
  lead: 'Places that results are sent to: buckets, drives, servers, mailboxes. A request names one as its destination.',
  add: 'Add a connection',
  emptyTitle: 'No connections yet',
  emptyText: 'Have results sent to your bucket, drive, server or mailbox, and name it in requests by its id.',
  kind: 'Kind',
  name: 'Name',
  nameHint: 'What it is for.',
  tryFirst: 'Try it first: a small file is written, read and removed',
  connect: 'Connect',
  sent: (host: string) => `You are sent to ${host}, to allow that files are written there, and come back here.`,
  typing: (host: string) => `With an app of your own at ${host}.`,
  typeInstead: 'Type credentials instead',
  connectInstead: 'Connect an account instead',
  connecting: 'The account is being connected: a small file is written, read and removed.',
  connected: (name: string) => `"${name}" is connected.`,
  reconnect: 'Connect again',
  disconnect: 'Disconnect',
  disconnectTitle: (name: string) => `Disconnect "${name}"?`,
  disconnectText:
    'What the account has allowed ends, and what waits to be sent there fails until it is connected again.',
  ended: { revoked: 'has to be connected again', disconnected: 'disconnected' },
  more: (count: number) => `${count} more settings`,
  state: 'State',
  unused: 'not used yet',
  fine: 'works',
  deliveries: 'Deliveries',
  counts: (delivered: number, failed: number) => `${delivered} sent, ${failed} failed`,
  used: 'Last used',
  test: 'Test',
  tested: (name: string) => `"${name}" was tried.`,
  unwritten: (name: string) =>
    `"${name}" can be used as it is set. No file was written: its kind takes none for a test.`,
  step: (step: 'write' | 'read' | 'remove', how: 'ok' | 'not_allowed' | 'not_supported') =>
    `${STEPS[step]}: ${HOW[how]}.`,
  left: (path: string) => `This file stayed there: ${path}.`,
  remove: 'Remove',
  removeTitle: (name: string) => `Remove "${name}"?`,
  removeText: 'Its credentials are gone at once, and what waits to be sent there fails.',
} as const;

const STEPS = { write: 'Writing', read: 'Reading', remove: 'Removing' } as const;
const HOW = { ok: 'done', not_allowed: 'not allowed', not_supported: 'not possible there' } as const;
