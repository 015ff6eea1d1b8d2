-- A refused charge writes nothing: capture_credits gives back what was set aside, which is right for a request that is
-- answered then, but a job goes on until its worker ends it. Should that die before, whoever takes the job over has what
-- was set aside for it.
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
  return answer;
end
$$;
