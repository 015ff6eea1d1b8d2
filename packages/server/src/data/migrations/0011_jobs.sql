-- Jobs: conversions that outlive their request, their results, and batches of them.
-- The row of a job is the truth about it. Each change of its state is one of the functions below, with the fence of
-- whoever makes it, in one transaction with what has to happen with it: credits, results, events, the batch.

create table batches (
  id text primary key,
  organisation_id text not null references organisations (id) on delete cascade,
  -- Id of the key or person that asked for it.
  actor text not null,
  state text not null check (state in ('queued', 'processing', 'completed', 'canceled')),
  -- How the results are handed over: a file for each item, one ZIP, or one PDF.
  result text not null check (result in ('separate', 'zip', 'merged')),
  format text not null,
  tag text,
  sandbox boolean not null,
  total integer not null check (total > 0),
  succeeded integer not null default 0 check (succeeded >= 0),
  failed integer not null default 0 check (failed >= 0),
  canceled integer not null default 0 check (canceled >= 0),
  cancel_requested boolean not null default false,
  -- What all items share, sealed; null once it is not needed any more.
  request bytea,
  -- Of the one file: null before it is there, for separate files, and after it was removed.
  object text,
  bytes bigint,
  sha256 bytea,
  pages integer,
  -- Why there is no file although items succeeded.
  error_code text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  -- Seconds that results are kept.
  keep integer not null check (keep > 0),
  expires_at timestamptz,
  purged_at timestamptz
);
create index batches_organisation_id on batches (organisation_id, id);
create index batches_expires_at on batches (expires_at) where purged_at is null;

create table jobs (
  id text primary key,
  organisation_id text not null references organisations (id) on delete cascade,
  kind text not null check (kind in ('convert', 'assemble')),
  state text not null check (state in ('queued', 'processing', 'succeeded', 'failed', 'canceled')),
  -- 0 somebody waits for the answer, 1 alone, 2 of a batch.
  priority smallint not null check (priority between 0 and 2),
  actor text not null,
  -- The person behind the actor, if there is one.
  owner text,
  -- Of the request that it was accepted with, for those who look for it in a log.
  request_id text,
  format text not null,
  template text,
  tag text,
  sandbox boolean not null,
  batch_id text references batches (id) on delete cascade,
  batch_position integer,
  attempts integer not null default 0,
  -- Counts the workers that had it: only the last one may write.
  fence bigint not null default 0,
  worker text,
  lease_until timestamptz,
  cancel_requested boolean not null default false,
  -- What was asked for and by whom, sealed; null once nobody needs it any more.
  request bytea,
  request_bytes bigint not null,
  -- What is told of the end beside the columns here, sealed: the error, warnings, timings, names.
  outcome bytea,
  error_code text,
  credits integer,
  pages integer,
  bytes bigint,
  -- A job that has not begun by then has failed.
  start_before timestamptz not null,
  -- Seconds that results are kept.
  keep integer not null check (keep > 0),
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  result_expires_at timestamptz,
  purged_at timestamptz,
  check ((state = 'processing') = (lease_until is not null)),
  check ((state in ('succeeded', 'failed', 'canceled')) = (finished_at is not null))
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);
-- Finished jobs are in none of these two: a claim costs the same with ten of them and with a million.
create index jobs_waiting on jobs (priority, organisation_id, id) where state = 'queued';
create index jobs_running on jobs (lease_until) where state = 'processing';
create index jobs_organisation_id on jobs (organisation_id, id);
create index jobs_state on jobs (organisation_id, state, id);
create index jobs_batch on jobs (batch_id, batch_position) where batch_id is not null;
create index jobs_finished_at on jobs (finished_at) where finished_at is not null;
create index jobs_start_before on jobs (start_before) where state = 'queued';
-- Sealed bytes do not shrink.
alter table jobs alter column request set storage external;
alter table jobs alter column outcome set storage external;

create table job_outputs (
  job_id text not null references jobs (id) on delete cascade,
  position integer not null check (position >= 0),
  organisation_id text not null references organisations (id) on delete cascade,
  format text not null,
  content_type text not null,
  bytes bigint not null,
  -- Of the result as it is handed out.
  sha256 bytea not null,
  -- Where it is in the object store.
  object text not null unique,
  expires_at timestamptz not null,
  -- Removed, or about to be.
  deleted_at timestamptz,
  primary key (job_id, position)
);
create index job_outputs_expires_at on job_outputs (expires_at) where deleted_at is null;
create index job_outputs_deleted_at on job_outputs (deleted_at) where deleted_at is not null;
create index job_outputs_organisation_id on job_outputs (organisation_id);

-- Changes of state, for those who follow a job.
create table job_events (
  job_id text not null references jobs (id) on delete cascade,
  -- 1, 2, 3 … of its job.
  number integer not null,
  organisation_id text not null references organisations (id) on delete cascade,
  state text not null,
  attempt integer not null,
  at timestamptz not null default now(),
  primary key (job_id, number)
);
create index job_events_organisation_id on job_events (organisation_id);

-- One row for each organisation that ever had a job: whose turn it is, and how much waits.
create table job_queues (
  organisation_id text primary key references organisations (id) on delete cascade,
  -- When it was served last, in microseconds since the Unix epoch; who waits longest comes next.
  turn bigint not null default 0,
  waiting integer not null default 0 check (waiting >= 0),
  waiting_bytes bigint not null default 0 check (waiting_bytes >= 0)
);

-- Where results are kept when no other store is set: what an object is, and its sealed bytes in parts.
create table object_parts (
  object text not null,
  part integer not null check (part >= 0),
  bytes bytea not null,
  created_at timestamptz not null default now(),
  primary key (object, part)
);
create index object_parts_created_at on object_parts (created_at);
alter table object_parts alter column bytes set storage external;

-- Rows are locked in one order: the job, the queue, credits, the batch.

create function note_job_event(job jobs) returns void language plpgsql as $$
begin
  insert into job_events (job_id, number, organisation_id, state, attempt)
    select job.id, coalesce(max(e.number), 0) + 1, job.organisation_id, job.state, job.attempts
    from job_events e where e.job_id = job.id;
  perform pg_notify('platen_job', job.id);
  if job.state = 'queued' then
    perform pg_notify('platen_jobs', '');
  end if;
end
$$;

create function count_waiting(organisation text, jobs_more integer, bytes_more bigint) returns void
language plpgsql as $$
begin
  update job_queues q set waiting = q.waiting + jobs_more, waiting_bytes = q.waiting_bytes + bytes_more
    where q.organisation_id = organisation;
  if not found then
    insert into job_queues as q (organisation_id, waiting, waiting_bytes) values (organisation, jobs_more, bytes_more)
      on conflict (organisation_id) do update
      set waiting = q.waiting + excluded.waiting, waiting_bytes = q.waiting_bytes + excluded.waiting_bytes;
  end if;
end
$$;

-- Puts a job into the queue, with what has to be set aside for it.
create function accept_job(entry jsonb, sealed bytea, reservation jsonb, most integer, most_bytes bigint)
returns jsonb language plpgsql as $$
declare
  job jobs;
  queue job_queues;
  answer jsonb;
begin
  perform count_waiting(entry ->> 'organisation', 1, length(sealed));
  select * into queue from job_queues q where q.organisation_id = entry ->> 'organisation';
  if queue.waiting > most or queue.waiting_bytes > most_bytes then
    perform count_waiting(entry ->> 'organisation', -1, -length(sealed));
    return '{"full": true}';
  end if;
  if reservation is not null then
    answer := reserve_credits(reservation);
    if answer ? 'refused' then
      perform count_waiting(entry ->> 'organisation', -1, -length(sealed));
      return answer;
    end if;
  end if;
  insert into jobs (id, organisation_id, kind, state, priority, actor, owner, request_id, format, template, tag, sandbox,
      request, request_bytes, start_before, keep)
    values (entry ->> 'id', entry ->> 'organisation', 'convert', 'queued', (entry ->> 'priority')::smallint,
      entry ->> 'actor', entry ->> 'owner', entry ->> 'request_id', entry ->> 'format', entry ->> 'template', entry ->> 'tag',
      (entry ->> 'sandbox')::boolean, sealed, length(sealed),
      now() + make_interval(secs => (entry ->> 'start_within')::double precision), (entry ->> 'keep')::integer)
    returning * into job;
  perform note_job_event(job);
  return '{}';
end
$$;

-- The next job for a worker, or none: of the highest priority, of the organisation whose turn it is, its oldest one.
create function claim_job(process text, lease double precision) returns setof jobs language plpgsql as $$
declare
  queue record;
  job jobs;
begin
  for queue in
    -- Jumps from queue to queue along the index; it does not read the jobs in between.
    with recursive queues as (
      (select j.priority, j.organisation_id from jobs j where j.state = 'queued'
        order by j.priority, j.organisation_id limit 1)
      union all
      select following.priority, following.organisation_id from queues q, lateral (
        select j.priority, j.organisation_id from jobs j
        where j.state = 'queued' and (j.priority, j.organisation_id) > (q.priority, q.organisation_id)
        order by j.priority, j.organisation_id limit 1
      ) following
    )
    select q.priority, q.organisation_id from queues q left join job_queues t using (organisation_id)
    order by q.priority, t.turn nulls first, q.organisation_id
  loop
    update jobs j set state = 'processing', worker = process, fence = j.fence + 1, attempts = j.attempts + 1,
        lease_until = now() + make_interval(secs => lease), started_at = coalesce(j.started_at, now())
      where j.id = (
        select w.id from jobs w
        where w.state = 'queued' and w.priority = queue.priority and w.organisation_id = queue.organisation_id
        order by w.id for update skip locked limit 1
      )
      returning * into job;
    if found then
      -- The file of a batch is not counted: it was accepted with the batch.
      update job_queues q set turn = (extract(epoch from clock_timestamp()) * 1000000)::bigint,
          waiting = q.waiting - (job.kind = 'convert')::integer,
          waiting_bytes = q.waiting_bytes - job.request_bytes
        where q.organisation_id = job.organisation_id;
      if job.batch_id is not null then
        update batches b set state = 'processing', started_at = now()
          where b.id = job.batch_id and b.state = 'queued';
      end if;
      perform note_job_event(job);
      return next job;
      return;
    end if;
  end loop;
end
$$;

-- What the end of an item means for its batch. The last one completes it, or has the one file made of the results.
create function count_batch_item(job jobs) returns void language plpgsql as $$
declare
  batch batches;
begin
  if job.batch_id is null or job.kind <> 'convert' then
    return;
  end if;
  update batches b set
      succeeded = b.succeeded + (job.state = 'succeeded')::integer,
      failed = b.failed + (job.state = 'failed')::integer,
      canceled = b.canceled + (job.state = 'canceled')::integer
    where b.id = job.batch_id returning * into batch;
  perform pg_notify('platen_job', batch.id);
  if batch.succeeded + batch.failed + batch.canceled < batch.total then
    return;
  end if;
  if batch.result <> 'separate' and batch.succeeded > 0 and not batch.cancel_requested then
    insert into jobs (id, organisation_id, kind, state, priority, actor, format, sandbox, batch_id,
        request_bytes, start_before, keep)
      values (batch.id || '_file', batch.organisation_id, 'assemble', 'queued', 2, batch.actor, batch.format,
        batch.sandbox, batch.id, 0, now() + interval '1 day', batch.keep)
      on conflict (id) do update set state = 'queued', attempts = 0, finished_at = null, error_code = null,
        start_before = excluded.start_before
      returning * into job;
    perform note_job_event(job);
  else
    update batches b set
        state = case when b.cancel_requested then 'canceled' else 'completed' end, finished_at = now(),
        expires_at = now() + make_interval(secs => b.keep)
      where b.id = batch.id;
  end if;
end
$$;

-- Ends a job that is locked, and gives back what was set aside for it unless it succeeded.
create function end_job(job jobs, final text, code text, sealed bytea) returns jobs language plpgsql as $$
declare
  ended jobs;
begin
  if final <> 'succeeded' and not job.sandbox and job.kind = 'convert' then
    perform release_credits(job.organisation_id, job.id, now());
  end if;
  update jobs j set state = final, error_code = code, outcome = sealed, finished_at = now(), worker = null,
      lease_until = null,
      -- Items that failed may be asked for again until their batch expires.
      request = case when final = 'failed' and j.batch_id is not null then j.request end
    where j.id = job.id returning * into ended;
  perform note_job_event(ended);
  perform count_batch_item(ended);
  return ended;
end
$$;

-- Ends a job by the worker that has it. Whoever lost it writes nothing.
create function finish_job(finish jsonb, sealed bytea) returns jsonb language plpgsql as $$
declare
  job jobs;
  answer jsonb := '{}';
  output jsonb;
begin
  select * into job from jobs j
    where j.id = finish ->> 'id' and j.fence = (finish ->> 'fence')::bigint and j.state = 'processing' for update;
  if not found then
    return '{"lost": true}';
  end if;
  if finish ->> 'state' = 'succeeded' then
    if job.cancel_requested then
      return '{"canceled": true}';
    end if;
    if finish -> 'capture' <> 'null' then
      answer := capture_credits(finish -> 'capture');
      if answer ? 'refused' then
        return answer;
      end if;
    end if;
    update jobs j set credits = (finish ->> 'credits')::integer, pages = (finish ->> 'pages')::integer,
        bytes = (finish ->> 'bytes')::bigint, result_expires_at = now() + make_interval(secs => j.keep)
      where j.id = job.id;
    for output in select value from jsonb_array_elements(finish -> 'outputs') loop
      insert into job_outputs (job_id, position, organisation_id, format, content_type, bytes, sha256, object,
          expires_at)
        values (job.id, (output ->> 'position')::integer, job.organisation_id, output ->> 'format',
          output ->> 'content_type', (output ->> 'bytes')::bigint, decode(output ->> 'sha256', 'hex'),
          output ->> 'object', now() + make_interval(secs => job.keep));
    end loop;
  end if;
  perform end_job(job, finish ->> 'state', finish ->> 'error_code', sealed);
  return answer;
end
$$;

-- Ends the making of the one file of a batch by the worker that has it.
create function finish_batch(finish jsonb) returns jsonb language plpgsql as $$
declare
  job jobs;
begin
  select * into job from jobs j
    where j.id = finish ->> 'id' and j.fence = (finish ->> 'fence')::bigint and j.state = 'processing' for update;
  if not found then
    return '{"lost": true}';
  end if;
  perform end_job(job, finish ->> 'state', finish ->> 'error_code', null);
  update batches b set
      state = case when b.cancel_requested then 'canceled' else 'completed' end, finished_at = now(),
      expires_at = now() + make_interval(secs => b.keep), object = finish ->> 'object',
      bytes = (finish ->> 'bytes')::bigint, pages = (finish ->> 'pages')::integer,
      sha256 = decode(finish ->> 'sha256', 'hex'), error_code = finish ->> 'error_code'
    where b.id = job.batch_id;
  perform pg_notify('platen_job', job.batch_id);
  return '{}';
end
$$;

-- A batch whose one file could not be made is completed without it.
create function end_batch_file(job jobs, code text) returns void language plpgsql as $$
begin
  if job.kind <> 'assemble' then
    return;
  end if;
  update batches b set state = case when b.cancel_requested then 'canceled' else 'completed' end, error_code = code,
      finished_at = now(), expires_at = now() + make_interval(secs => b.keep)
    where b.id = job.batch_id;
  perform pg_notify('platen_job', job.batch_id);
end
$$;

-- Puts a job back into the queue for somebody else.
create function requeue_job(job jobs, uncounted integer) returns void language plpgsql as $$
declare
  waiting jobs;
begin
  update jobs j set state = 'queued', worker = null, lease_until = null, attempts = j.attempts - uncounted
    where j.id = job.id returning * into waiting;
  if job.kind = 'convert' then
    perform count_waiting(job.organisation_id, 1, job.request_bytes);
  end if;
  perform note_job_event(waiting);
end
$$;

-- A worker gives back what it has not finished. If it only ends itself, that was no attempt.
create function hand_back_job(job_id text, held bigint, counts boolean) returns boolean language plpgsql as $$
declare
  job jobs;
begin
  select * into job from jobs j where j.id = job_id and j.fence = held and j.state = 'processing' for update;
  if not found then
    return false;
  end if;
  if job.cancel_requested then
    perform end_job(job, 'canceled', 'canceled', null);
  else
    perform requeue_job(job, case when counts then 0 else 1 end);
  end if;
  return true;
end
$$;

-- Frees one job whose worker gave no sign of life, or ends one that has waited for too long; one at a time, so that no
-- transaction holds rows of two jobs. @returns whether there was one.
create function sweep_job(most_attempts integer) returns boolean language plpgsql as $$
declare
  job jobs;
begin
  select * into job from jobs j where j.state = 'processing' and j.lease_until < now()
    order by j.lease_until limit 1 for update skip locked;
  if found then
    if job.cancel_requested then
      perform end_job(job, 'canceled', 'canceled', null);
    elsif job.attempts < most_attempts then
      perform requeue_job(job, 0);
    else
      perform end_job(job, 'failed', 'render_crashed', null);
      perform end_batch_file(job, 'render_crashed');
    end if;
    return true;
  end if;
  select * into job from jobs j where j.state = 'queued' and j.start_before < now()
    order by j.start_before limit 1 for update skip locked;
  if found then
    if job.kind = 'convert' then
      perform count_waiting(job.organisation_id, -1, -job.request_bytes);
    end if;
    perform end_job(job, 'failed', 'queue_timeout', null);
    perform end_batch_file(job, 'queue_timeout');
    return true;
  end if;
  return false;
end
$$;

-- Cancels a job that waits at once, and one that runs as soon as its worker hears of it. @returns its state then, or
-- null if there is none.
create function cancel_job(organisation text, job_id text) returns text language plpgsql as $$
declare
  job jobs;
begin
  select * into job from jobs j where j.organisation_id = organisation and j.id = job_id for update;
  if not found then
    return null;
  end if;
  if job.state = 'queued' then
    if job.kind = 'convert' then
      perform count_waiting(organisation, -1, -job.request_bytes);
    end if;
    perform end_job(job, 'canceled', 'canceled', null);
    return 'canceled';
  end if;
  if job.state = 'processing' then
    update jobs j set cancel_requested = true where j.id = job_id;
    perform pg_notify('platen_job', job_id);
  end if;
  return job.state;
end
$$;

alter table batches enable row level security, force row level security;
create policy own_organisation on batches
  using (current_setting('app.bypass', true) = 'on' or organisation_id = current_setting('app.organisation_id', true));

alter table jobs enable row level security, force row level security;
create policy own_organisation on jobs
  using (current_setting('app.bypass', true) = 'on' or organisation_id = current_setting('app.organisation_id', true));

alter table job_outputs enable row level security, force row level security;
create policy own_organisation on job_outputs
  using (current_setting('app.bypass', true) = 'on' or organisation_id = current_setting('app.organisation_id', true));

alter table job_events enable row level security, force row level security;
create policy own_organisation on job_events
  using (current_setting('app.bypass', true) = 'on' or organisation_id = current_setting('app.organisation_id', true));

alter table job_queues enable row level security, force row level security;
create policy own_organisation on job_queues
  using (current_setting('app.bypass', true) = 'on' or organisation_id = current_setting('app.organisation_id', true));
