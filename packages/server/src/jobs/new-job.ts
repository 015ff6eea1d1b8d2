import type { JobWebhook } from '../webhooks/targets.ts';
import type { Priority } from './states.ts';

/** What a job is before it waits, and what is answered to it. */

/** A job that is about to wait. */
export interface NewJob {
  readonly id: string;
  readonly organisationId: string;
  readonly actor: string;
  /** The person behind the actor. */
  readonly owner?: string;
  readonly requestId?: string;
  readonly priority: Priority;
  /** Of its result, or `several`. */
  readonly format: string;
  readonly template?: string;
  readonly tag?: string;
  readonly sandbox: boolean;
  /** What was asked for, sealed. */
  readonly request: Buffer;
  /** Seconds within which it has to begin. */
  readonly startWithin: number;
  /** Seconds that its results are kept. */
  readonly keep: number;
  /** Where its end is reported, beside the endpoints of its organization. */
  readonly webhook?: JobWebhook;
}

/** How much one organization may have waiting: jobs, and bytes of their requests. */
export interface QueueLimits {
  readonly jobs: number;
  readonly bytes: number;
}

export interface Shortage {
  readonly refused: 'credits' | 'ai_operations' | 'bank_pages' | 'key';
  readonly used: number;
  readonly reserved: number;
}

export type Accepted =
  /** `begun`: it does not wait, the worker that was named has it. */
  | { readonly kind: 'accepted'; readonly begun?: boolean }
  | { readonly kind: 'full' }
  | { readonly kind: 'refused'; readonly shortage: Shortage };
