import type { Schemas } from '@platen/client';
import { expect, it } from 'vitest';
import { latencyOf } from './latency.ts';

const row = (duration_ms: number, more: Partial<Schemas['LogEntry']> = {}): Schemas['LogEntry'] => ({
  id: `req_${duration_ms}`,
  request_id: 'r',
  at: '2030-01-01T00:00:00Z',
  key_id: 'key_1',
  method: 'POST',
  route: '/v1/convert/pdf',
  status: 200,
  duration_ms,
  bytes: 1,
  format: 'pdf',
  credits: 1,
  error_code: null,
  ...more,
});

it('tells the half and the slowest of twenty conversions, and counts nothing else', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => row(100 - index));
  expect(latencyOf(hundred)).toEqual({ p50: 50, p95: 95, count: 100 });
  const others = [
    row(9_000, { status: 202 }),
    row(9_000, { format: null }),
    row(9_000, { route: '/api/pdf/bank-statement', format: 'bank-statement' }),
  ];
  expect(latencyOf([...others, row(7), row(8)])).toEqual({ p50: 7, p95: 8, count: 2 });
  expect(latencyOf(others)).toBeUndefined();
});
