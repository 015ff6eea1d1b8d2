import type { Action, Resource } from '../rights/roles.ts';
import { conversionOf } from './template-conversion.ts';

/** What a request does, in the words of the role table. */
export interface Operation {
  readonly resource: Resource;
  readonly action: Action;
}

const RESOURCE_OF: Readonly<Record<string, Resource>> = {
  organisations: 'organisation',
  members: 'members',
  invitations: 'members',
  keys: 'keys',
  webhooks: 'webhooks',
  connections: 'connections',
  templates: 'templates',
  snippets: 'templates',
  convert: 'convert',
  batches: 'convert',
  jobs: 'jobs',
  usage: 'usage',
  credits: 'usage',
  billing: 'billing',
  invoices: 'billing',
  logs: 'logs',
  audit: 'audit',
};

/** What this method does at this path, or undefined where there is nothing that a role could do. */
export function operationOf(method: string, path: string): Operation | undefined {
  const segments = path.split('/').slice(1);
  const [version, area = ''] = conversionOf(method, segments) ?? segments;
  const action = method === 'GET' || method === 'HEAD' ? 'read' : 'write';
  if (version === 'api') return { resource: area === 'user' ? 'usage' : 'convert', action };
  if (version !== 'v1' || !Object.hasOwn(RESOURCE_OF, area)) return undefined;
  return { resource: RESOURCE_OF[area] as Resource, action };
}
