import type { JobState } from '../data/schema/jobs.ts';

/** States of a job; the last three are final. */
export const JOB_STATES = [
  'queued',
  'processing',
  'succeeded',
  'failed',
  'canceled',
] as const satisfies readonly JobState[];

/** A state that a job never leaves. */
export type FinalState = Extract<JobState, 'succeeded' | 'failed' | 'canceled'>;

/**
 * Which state may follow which; migration 0011 has one SQL function for each arrow.
 * `processing → queued`: the worker died, or gave the job back. `queued → failed`: it waited for too long.
 */
export const NEXT_STATES: Readonly<Record<JobState, readonly JobState[]>> = {
  queued: ['processing', 'failed', 'canceled'],
  processing: ['succeeded', 'failed', 'canceled', 'queued'],
  succeeded: [],
  failed: [],
  canceled: [],
};

export function isFinal(state: JobState): state is FinalState {
  return NEXT_STATES[state].length === 0;
}

/** Whether a result can be fetched: what has expired cannot, even if the sweeper has not come to it yet. */
export const isKept = (output: { readonly deleted_at: Date | null; readonly expires_at: Date }): boolean =>
  output.deleted_at === null && output.expires_at.getTime() > Date.now();

/** Jobs of a lower number are taken first; inside of one, organizations take turns. */
export const PRIORITIES = { interactive: 0, normal: 1, batch: 2 } as const;
export type Priority = keyof typeof PRIORITIES;
