import { isSpanContextValid, type SpanContext } from '@opentelemetry/api';

const HEADER = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const SAMPLED = 1;

/**
 * The caller's span, from the header `traceparent` (W3C Trace Context, section 3.2), or undefined when there is none
 * that is valid. `tracestate` is not taken over: it is free text of the client.
 */
export function readTraceparent(header: unknown): SpanContext | undefined {
  if (typeof header !== 'string') return undefined;
  const [, version, traceId = '', spanId = '', flags = '', more] = HEADER.exec(header.trim()) ?? [];
  // Later versions may append fields; version 00 has none, and ff is no version.
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined;
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & SAMPLED, isRemote: true };
  return isSpanContextValid(context) ? context : undefined;
}
