-- Schedules: conversions that are asked for again and again, at times that a cron expression names. Each run is a job.

create table schedules (
  id text primary key,
  organisation_id text not null references organisations (id) on delete cascade,
  name text not null,
  cron text not null,
  -- Of the IANA database.
  timezone text not null,
  -- Whose it is: runs are made and charged in their name, as long as they may.
  actor_kind text not null check (actor_kind in ('key', 'person')),
  actor text not null,
  -- pdf, image, text, markdown or several.
  format text not null,
  template text,
  tag text,
  sandbox boolean not null,
  -- What is asked for, sealed.
  request bytea not null,
  -- Null while it is paused.
  next_at timestamptz,
  paused_at timestamptz,
  -- Why: asked for, or what keeps its owner from asking for the conversion.
  paused_reason text,
  -- The error of the request, where that is why.
  paused_code text,
  -- A process is at it until then; others leave it alone meanwhile.
  claimed_until timestamptz,
  -- The last run: its job, or why there was none.
  last_at timestamptz,
  last_job text,
  last_error text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((next_at is null) = (paused_reason is not null))
);
create index schedules_next_at on schedules (next_at) where next_at is not null;
create index schedules_organisation_id on schedules (organisation_id, id);
alter table schedules alter column request set storage external;

alter table jobs add column schedule_id text;
create index jobs_schedule_id on jobs (schedule_id, id) where schedule_id is not null;

-- The order in which stores list objects: rows and objects are compared along it.
create index job_outputs_in_byte_order on job_outputs (object collate "C");

alter table schedules enable row level security, force row level security;
create policy own_organisation on schedules
  using (current_setting('app.bypass', true) = 'on' or organisation_id = current_setting('app.organisation_id', true));
