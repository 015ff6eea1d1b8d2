import type { Generated } from 'kysely';
import type { Written } from './columns.ts';

/** jobs/states.ts says which may follow which. */
export type JobState = 'queued' | 'processing' | 'succeeded' | 'failed' | 'canceled';
export type BatchState = 'queued' | 'processing' | 'completed' | 'canceled';

/** Jobs, their results, and batches of them. */
export interface JobsTables {
  batches: BatchesTable;
  jobs: JobsTable;
  job_outputs: JobOutputsTable;
  job_events: JobEventsTable;
  job_queues: JobQueuesTable;
  object_parts: ObjectPartsTable;
}

interface BatchesTable {
  id: string;
  organisation_id: string;
  actor: string;
  owner: string | null;
  state: BatchState;
  result: 'separate' | 'zip' | 'merged';
  format: string;
  tag: string | null;
  sandbox: boolean;
  total: number;
  succeeded: Generated<number>;
  failed: Generated<number>;
  canceled: Generated<number>;
  cancel_requested: Generated<boolean>;
  request: Buffer | null;
  bytes: number | null;
  pages: number | null;
  error_code: string | null;
  created_at: Written;
  started_at: Date | null;
  finished_at: Date | null;
  keep: number;
  expires_at: Date | null;
  purged_at: Date | null;
}

interface JobsTable {
  id: string;
  organisation_id: string;
  kind: 'convert' | 'assemble';
  state: JobState;
  priority: number;
  actor: string;
  owner: string | null;
  request_id: string | null;
  format: string;
  template: string | null;
  tag: string | null;
  sandbox: boolean;
  batch_id: string | null;
  batch_position: number | null;
  schedule_id: string | null;
  attempts: Generated<number>;
  fence: Generated<number>;
  worker: string | null;
  lease_until: Date | null;
  cancel_requested: Generated<boolean>;
  request: Buffer | null;
  request_bytes: number;
  outcome: Buffer | null;
  error_code: string | null;
  credits: number | null;
  pages: number | null;
  bytes: number | null;
  start_before: Date;
  keep: number;
  created_at: Written;
  started_at: Date | null;
  finished_at: Date | null;
  result_expires_at: Date | null;
  purged_at: Date | null;
}

interface JobOutputsTable {
  job_id: string;
  position: number;
  organisation_id: string;
  format: string;
  content_type: string;
  bytes: number;
  sha256: Buffer;
  object: string;
  expires_at: Date;
  deleted_at: Date | null;
}

interface JobEventsTable {
  job_id: string;
  number: number;
  organisation_id: string;
  state: JobState;
  attempt: number;
  at: Written;
}

interface JobQueuesTable {
  organisation_id: string;
  turn: Generated<number>;
  waiting: Generated<number>;
  waiting_bytes: Generated<number>;
}

interface ObjectPartsTable {
  object: string;
  part: number;
  bytes: Buffer;
  created_at: Written;
}
