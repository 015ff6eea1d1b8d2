import type { Schemas } from '@platen/client';

/** How long conversions took: half of them, and 95 of 100, no longer than these milliseconds. */
export interface Latency {
  readonly p50: number;
  readonly p95: number;
  /** How many conversions it is of. */
  readonly count: number;
}

/** Nearest rank: the smallest time that this part of all times does not exceed. */
const rank = (sorted: readonly number[], part: number): number =>
  sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? 0;

/** Of the conversions among the requests that went well; undefined without any. */
export function latencyOf(rows: readonly Schemas['LogEntry'][]): Latency | undefined {
  const times = rows
    .filter(({ status, route }) => status === 200 && /\/(?:convert|templates)\b/.test(route))
    .filter(({ format }) => format !== null)
    .map(({ duration_ms: time }) => time)
    .sort((a, b) => a - b);
  return times.length === 0 ? undefined : { p50: rank(times, 0.5), p95: rank(times, 0.95), count: times.length };
}
