/** Roles of people in an organisation. */
export const ROLES = ['owner', 'admin', 'developer', 'billing', 'auditor'] as const;
export type Role = (typeof ROLES)[number];

/** What can be done something with: a resource stands here when there is an endpoint for it. */
export const RESOURCES = [
  'organisation',
  'members',
  'keys',
  'webhooks',
  'connections',
  'templates',
  'convert',
  'jobs',
  'results',
  'usage',
  'billing',
  'logs',
  'audit',
] as const;
export type Resource = (typeof RESOURCES)[number];

export type Action = 'read' | 'write';

/**
 * How far a right goes: `all` of the organisation, what is their `own`, `names` without content, `secretless` without anything that opens something, `ordinary` without what belongs to an owner.
 */
export type Reach = 'all' | 'own' | 'names' | 'secretless' | 'ordinary';

type Rights = Readonly<Partial<Record<Resource, { readonly read?: Reach; readonly write?: Reach }>>>;

const READ = { read: 'all' } as const;
const WRITE = { read: 'all', write: 'all' } as const;
const RUN = { write: 'all' } as const;

/** Who may do what. What is not here is not allowed. */
export const ROLE_TABLE: Readonly<Record<Role, Rights>> = {
  owner: {
    organisation: WRITE,
    members: WRITE,
    keys: WRITE,
    webhooks: WRITE,
    connections: WRITE,
    templates: WRITE,
    convert: RUN,
    jobs: READ,
    results: READ,
    usage: READ,
    billing: WRITE,
    logs: READ,
    audit: READ,
  },
  admin: {
    members: { read: 'all', write: 'ordinary' },
    keys: WRITE,
    webhooks: WRITE,
    connections: WRITE,
    templates: WRITE,
    convert: RUN,
    jobs: READ,
    results: READ,
    usage: READ,
    billing: READ,
    logs: READ,
    audit: READ,
  },
  developer: {
    keys: { read: 'own', write: 'own' },
    webhooks: { read: 'own', write: 'own' },
    connections: { read: 'own', write: 'own' },
    templates: WRITE,
    convert: RUN,
    jobs: READ,
    results: { read: 'own' },
    usage: READ,
    logs: READ,
  },
  billing: {
    usage: READ,
    billing: WRITE,
  },
  auditor: {
    members: READ,
    keys: { read: 'secretless' },
    webhooks: { read: 'secretless' },
    connections: { read: 'secretless' },
    templates: { read: 'names' },
    jobs: READ,
    usage: READ,
    billing: READ,
    logs: READ,
    audit: READ,
  },
};

/** How far a role may do this, or undefined if it may not. */
export function reachOf(role: Role, resource: Resource, action: Action): Reach | undefined {
  return ROLE_TABLE[role][resource]?.[action];
}
