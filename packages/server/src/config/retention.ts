import { z } from 'zod';

/** What is kept for a time that can be chosen, in days. */
export interface RetentionPeriods {
  /** Results of jobs, at most: a request may ask for less. */
  readonly results: number;
  /** Records of jobs and batches after their end. */
  readonly jobs: number;
  /** Webhook events, their deliveries and tries. */
  readonly deliveries: number;
  /** Records of requests. */
  readonly logs: number;
}

export type RetentionKind = keyof RetentionPeriods;

export const DEFAULT_RETENTION: RetentionPeriods = { results: 30, jobs: 30, deliveries: 30, logs: 30 };
/** Days that each can be set to, at most: ten years for records, and for results what a request can ask for. */
const LONGEST_RETENTION: RetentionPeriods = { results: 30, jobs: 3_650, deliveries: 3_650, logs: 3_650 };

export const RETENTION_KINDS = ['results', 'jobs', 'deliveries', 'logs'] as const satisfies readonly RetentionKind[];

const ADVICE = `use entries such as results=2,jobs=90: ${RETENTION_KINDS.map(
  (kind) => `${kind} from 1 to ${LONGEST_RETENTION[kind]} days`,
).join(', ')}`;

/** `results=2,jobs=90`: what is not named keeps its default. */
export const retentionPeriods = z.string().transform((text, context): RetentionPeriods => {
  const periods: Record<RetentionKind, number> = { ...DEFAULT_RETENTION };
  for (const entry of text.split(/[\s,]+/).filter((part) => part !== '')) {
    const [name = '', days = '', ...more] = entry.split('=');
    const kind = RETENTION_KINDS.find((known) => known === name);
    const isNumber = /^[0-9]{1,5}$/.test(days) && more.length === 0;
    if (kind === undefined || !isNumber || Number(days) < 1 || Number(days) > LONGEST_RETENTION[kind]) {
      context.addIssue({ code: 'custom', message: ADVICE });
      return z.NEVER;
    }
    periods[kind] = Number(days);
  }
  return periods;
});
