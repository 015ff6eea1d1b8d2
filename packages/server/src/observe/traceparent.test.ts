import { describe, expect, it } from 'vitest';
import { readTraceparent } from './traceparent.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

describe('readTraceparent', () => {
  it.each([
    [`00-${TRACE}-${SPAN}-01`, 1],
    [`00-${TRACE}-${SPAN}-00`, 0],
    [` 00-${TRACE}-${SPAN}-03 `, 1],
    [`cc-${TRACE}-${SPAN}-01-what-a-later-version-adds`, 1],
  ])('takes %j', (header, traceFlags) => {
    expect(readTraceparent(header)).toEqual({ traceId: TRACE, spanId: SPAN, traceFlags, isRemote: true });
  });

  it.each([
    undefined,
    '',
    'canary',
    `00-${TRACE}-${SPAN}`,
    `00-${TRACE}-${SPAN}-1`,
    `00-${TRACE}-${SPAN}-01-more`,
    `ff-${TRACE}-${SPAN}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`,
  ])('refuses %j', (header) => {
    expect(readTraceparent(header)).toBeUndefined();
  });
});
