import type { Moved, Written } from './columns.ts';

export interface SchedulesTables {
  schedules: SchedulesTable;
}

interface SchedulesTable {
  id: string;
  organisation_id: string;
  name: string;
  cron: string;
  timezone: string;
  actor_kind: 'key' | 'person';
  actor: string;
  format: string;
  template: string | null;
  tag: string | null;
  sandbox: boolean;
  request: Buffer;
  next_at: Date | null;
  paused_at: Date | null;
  paused_reason: string | null;
  paused_code: string | null;
  claimed_until: Date | null;
  last_at: Date | null;
  last_job: string | null;
  last_error: string | null;
  created_at: Written;
  updated_at: Moved;
}
