import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { requestId } from './request-id.ts';

const idFor = (given?: string) => requestId({ headers: { 'x-request-id': given } } as unknown as IncomingMessage);
const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('requestId', () => {
  it.each(['abcdefgh', 'a'.repeat(64), 'Trace.1_2-3'])('keeps %s', (id) => {
    expect(idFor(id)).toBe(id);
  });

  it.each([undefined, '', 'short', 'a'.repeat(65), 'with space', 'a\nb-c-d-e-f', '<script>', 'one-is-ok, two-is-not'])(
    'replaces %j',
    (id) => {
      expect(idFor(id)).toMatch(UUID_V7);
      expect(idFor(id)).not.toBe(idFor(id));
    },
  );
});
