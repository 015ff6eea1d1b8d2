-- Whoever waits for a batch waits for its end: the end of each item tells nobody any more, and whoever ends the last one
-- learns of it by its answer.
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
    perform pg_notify('platen_job', batch.id);
  end if;
end
$$;

-- As before; and tells whether the batch of the job has ended with it.
create or replace function finish_job(finish jsonb, sealed bytea) returns jsonb language plpgsql as $$
declare
  job jobs;
  answer jsonb := '{}';
  output jsonb;
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
  if job.batch_id is not null and exists (
    select from batches b where b.id = job.batch_id and b.finished_at is not null
  ) then
    answer := answer || jsonb_build_object('batch_ended', job.batch_id);
  end if;
  return answer;
end
$$;
