import { expect, it } from 'vitest';
import type { KeyCaller } from '../access/caller.ts';
import { parseScopes, type Scoped } from '../access/scopes.ts';
import { refuseResults, type WebhookParts } from './access.ts';

const result = {
  method: 'get',
  path: '/v1/jobs/{id}/result',
  scope: ['jobs:read'],
  access: 'anybody',
} as unknown as Scoped;
const parts = { result } as WebhookParts;
const keyWith = (...scopes: string[]) => ({ kind: 'key', scopes: parseScopes(scopes) }) as unknown as KeyCaller;

it('tells a key that may not fetch results which of the events that it named say where they are', () => {
  const asked = (...events: string[]) => refuseResults(keyWith('convert:pdf'), events, parts);
  const refusal = (detail: string) => expect.objectContaining({ code: 'insufficient_scope', message: detail });
  const remedy = 'where a result is. Use a key with the scope "jobs:read", or other events.';
  expect(() => asked('batch.completed', 'delivery.failed')).toThrow(refusal(`"delivery.failed" says ${remedy}`));
  expect(() => asked('conversion.succeeded', '*')).toThrow(refusal(`"conversion.succeeded", "*" say ${remedy}`));
  expect(() => asked('batch.completed', 'conversion.failed')).not.toThrow();
  expect(() => refuseResults(keyWith('jobs:read'), ['*'], parts)).not.toThrow();
});
