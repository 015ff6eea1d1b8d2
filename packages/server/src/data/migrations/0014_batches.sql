-- Batches as a whole: accepted, canceled, tried again, and their one file.

-- The file is a result of the job that makes it, so that links and expiry are those of every other result.
alter table batches drop column object, drop column sha256;
-- Jobs whose content is still there, for whoever removes it: they are few among all that have ended.
create index jobs_purged_at on jobs (finished_at) where purged_at is null and finished_at is not null;
-- The person behind the actor, if there is one, who may fetch the file whatever their role.
alter table batches add column owner text;

-- Lets so many jobs of a batch wait, with what has to be set aside for all of them; of all, or none. Their rows are
-- there already, in this transaction, which is given up after a refusal.
create function admit_batch_jobs(organisation text, jobs_more integer, bytes_more bigint, reservation jsonb,
  most integer, most_bytes bigint) returns jsonb language plpgsql as $$
declare
  queue job_queues;
  answer jsonb;
begin
  perform count_waiting(organisation, jobs_more, bytes_more);
  select * into queue from job_queues q where q.organisation_id = organisation;
  if queue.waiting > most or queue.waiting_bytes > most_bytes then
    return '{"full": true}';
  end if;
  if reservation is not null then
    answer := reserve_credits(reservation);
    if answer ? 'refused' then
      return answer;
    end if;
  end if;
  return '{}';
end
$$;

-- One reservation for all becomes one for each: each item is charged, or given back, by itself. Of so many items; the
-- one for all is removed once all have theirs.
create function divide_reservation(organisation text, reservation text, total integer, ids text[]) returns void
language sql as $$
  insert into credit_reservations (id, organisation_id, pool, period_start, units, key_id, holder)
    select item.id, r.organisation_id, r.pool, r.period_start, r.units / total, r.key_id, r.holder
    from credit_reservations r cross join unnest(ids) as item (id)
    where r.organisation_id = organisation and r.id = reservation
$$;

-- As before; and the job that makes the file belongs to whom the batch belongs to.
create or replace function count_batch_item(job jobs) returns void language plpgsql as $$
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
    insert into jobs (id, organisation_id, kind, state, priority, actor, owner, format, tag, sandbox, batch_id,
        request_bytes, start_before, keep)
      values (batch.id || '_file', batch.organisation_id, 'assemble', 'queued', 2, batch.actor, batch.owner,
        batch.format, batch.tag, batch.sandbox, batch.id, 0, now() + interval '1 day', batch.keep)
      on conflict (id) do update set state = 'queued', attempts = 0, finished_at = null, error_code = null,
        outcome = null, cancel_requested = false, purged_at = null, start_before = excluded.start_before
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

-- As before; and a batch whose one file was not made is completed, or canceled, without it.
create or replace function end_job(job jobs, final text, code text, sealed bytea) returns jobs language plpgsql as $$
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
  if final <> 'succeeded' then
    perform end_batch_file(ended, code);
  end if;
  return ended;
end
$$;

drop function finish_batch(jsonb);

-- Ends the making of the one file of a batch by the worker that has it.
create function finish_batch_file(finish jsonb, sealed bytea) returns jsonb language plpgsql as $$
declare
  job jobs;
begin
  select * into job from jobs j
    where j.id = finish ->> 'id' and j.fence = (finish ->> 'fence')::bigint and j.state = 'processing' for update;
  if not found then
    return '{"lost": true}';
  end if;
  if finish ->> 'state' <> 'succeeded' then
    perform end_job(job, finish ->> 'state', finish ->> 'error_code', sealed);
    return '{}';
  end if;
  if job.cancel_requested then
    return '{"canceled": true}';
  end if;
  insert into job_outputs (job_id, position, organisation_id, format, content_type, bytes, sha256, object, expires_at)
    select job.id, coalesce(max(o.position) + 1, 0), job.organisation_id, finish ->> 'format',
      finish ->> 'content_type', (finish ->> 'bytes')::bigint, decode(finish ->> 'sha256', 'hex'),
      finish ->> 'object', now() + make_interval(secs => job.keep)
    from job_outputs o where o.job_id = job.id;
  update jobs j set bytes = (finish ->> 'bytes')::bigint, pages = (finish ->> 'pages')::integer,
      result_expires_at = now() + make_interval(secs => j.keep)
    where j.id = job.id;
  perform end_job(job, 'succeeded', null, sealed);
  update batches b set state = 'completed', finished_at = now(), expires_at = now() + make_interval(secs => b.keep),
      bytes = (finish ->> 'bytes')::bigint, pages = (finish ->> 'pages')::integer, error_code = null
    where b.id = job.batch_id;
  perform pg_notify('platen_job', job.batch_id);
  return '{}';
end
$$;

-- Cancels so many jobs of a batch that wait. Their rows are locked at once, without waiting, before any other.
-- @returns how many there were.
create function cancel_batch_jobs(batch text, most integer) returns integer language plpgsql as $$
declare
  waiting jobs[];
  job jobs;
begin
  with locked as (
    select w.id from jobs w where w.batch_id = batch and w.state = 'queued' order by w.id limit most
    for update skip locked
  )
  select coalesce(array_agg(j), '{}') into waiting from jobs j join locked using (id);
  foreach job in array waiting loop
    if job.kind = 'convert' then
      perform count_waiting(job.organisation_id, -1, -job.request_bytes);
    end if;
    perform end_job(job, 'canceled', 'canceled', null);
  end loop;
  return cardinality(waiting);
end
$$;

-- Has the one file of a completed batch made again. @returns whether it is to be made.
create function retry_batch_file(batch text) returns boolean language plpgsql as $$
declare
  job jobs;
begin
  update jobs j set state = 'queued', attempts = 0, finished_at = null, error_code = null, outcome = null,
      cancel_requested = false, start_before = now() + interval '1 day', purged_at = null
    where j.batch_id = batch and j.kind = 'assemble' and j.state = 'failed' returning * into job;
  if not found then
    return false;
  end if;
  update batches b set state = 'processing', finished_at = null, expires_at = null, error_code = null
    where b.id = batch;
  perform note_job_event(job);
  return true;
end
$$;
