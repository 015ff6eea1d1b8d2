-- Workers hear of jobs that they are to stop by a channel of its own: of all other changes of jobs only those hear that wait
-- for one.
create or replace function cancel_job(organisation text, job_id text) returns text language plpgsql as $$
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
    perform pg_notify('platen_cancel', job_id);
  end if;
  return job.state;
end
$$;
