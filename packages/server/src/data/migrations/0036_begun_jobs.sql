-- A job whose worker is the very process that accepts it, and has a slot: it is put into the queue and taken from it in one transaction.

-- Gives a job that was just put into the queue to a worker, unless others wait: their turn is found by claim_job. The row of its queue
-- is locked by accept_job, and no other job's is touched, so that no two of these wait for each other.
create function begin_accepted_job(answer jsonb, accepted text, process text, lease double precision) returns jsonb
language plpgsql as $$
declare
  job jobs;
begin
  -- What sets credits aside leaves the transaction bound to its organisation; here all that waits has to be seen.
  perform set_config('app.bypass', 'on', true);
  if answer <> '{}' or exists (select from jobs w where w.state = 'queued' and w.id <> accepted) then
    return answer;
  end if;
  update jobs j set state = 'processing', worker = process, fence = j.fence + 1, attempts = j.attempts + 1,
      lease_until = now() + make_interval(secs => lease), started_at = now()
    where j.id = accepted and j.state = 'queued' returning * into job;
  update job_queues q set turn = (extract(epoch from clock_timestamp()) * 1000000)::bigint, waiting = q.waiting - 1,
      waiting_bytes = q.waiting_bytes - job.request_bytes
    where q.organisation_id = job.organisation_id;
  perform note_job_event(job);
  return '{"begun": true}';
end
$$;

-- As before, with one change of the row in place of two.
create or replace function finish_job(finish jsonb, sealed bytea) returns jsonb language plpgsql as $$
declare
  job jobs;
  answer jsonb := '{}';
  refusal text;
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
      begin
        answer := capture_credits(finish -> 'capture');
        if answer ? 'refused' then
          raise exception 'refused' using errcode = 'PL001', detail = answer::text;
        end if;
      exception when sqlstate 'PL001' then
        get stacked diagnostics refusal = pg_exception_detail;
        return refusal::jsonb;
      end;
    end if;
    insert into job_outputs (job_id, position, organisation_id, format, content_type, bytes, sha256, object, expires_at)
      select job.id, (output ->> 'position')::integer, job.organisation_id, output ->> 'format',
        output ->> 'content_type', (output ->> 'bytes')::bigint, decode(output ->> 'sha256', 'hex'),
        output ->> 'object', now() + make_interval(secs => job.keep)
      from jsonb_array_elements(finish -> 'outputs') output;
    update jobs j set state = 'succeeded', error_code = null, outcome = sealed, finished_at = now(), worker = null,
        lease_until = null, request = null, credits = (finish ->> 'credits')::integer,
        pages = (finish ->> 'pages')::integer, bytes = (finish ->> 'bytes')::bigint,
        result_expires_at = now() + make_interval(secs => j.keep)
      where j.id = job.id returning * into job;
    perform note_job_event(job);
    perform count_batch_item(job);
  else
    perform end_job(job, finish ->> 'state', finish ->> 'error_code', sealed);
  end if;
  if job.batch_id is not null and exists (
    select from batches b where b.id = job.batch_id and b.finished_at is not null
  ) then
    answer := answer || jsonb_build_object('batch_ended', job.batch_id);
  end if;
  return answer;
end
$$;
