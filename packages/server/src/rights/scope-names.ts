import { KIND_NAMES } from '@platen/analysis';

const ANALYSES = KIND_NAMES.map((kind) => `ai:${kind}` as const);

/**
 * Names of scopes. What each lets through is told by the endpoints that name it; `*` lets through all of them. A name
 * stands here when there is an endpoint for it.
 */
export const SCOPE_NAMES = [
  '*',
  'convert:*',
  'convert:pdf',
  'convert:image',
  'convert:text',
  'convert:markdown',
  'templates:read',
  'templates:write',
  'jobs:read',
  'jobs:write',
  'usage:read',
  'keys:manage',
  'webhooks:manage',
  'connections:manage',
  'members:read',
  'members:manage',
  'billing:manage',
  'billing:read',
  'audit:read',
  'logs:read',
  'ai:*',
  ...ANALYSES,
] as const;

export type ScopeName = (typeof SCOPE_NAMES)[number];
