-- The one file of a batch is sent to destinations, as the results of a conversion are.

-- Ends the making of the file together with what is to be delivered of it: both, or neither. Deliveries of a file that was
-- made before belong to that one, which is gone.
create function finish_batch_file_delivering(finish jsonb, sealed bytea, deliveries jsonb) returns jsonb
language plpgsql as $$
declare
  answer jsonb;
begin
  -- Rows are locked in one order: the job, then its deliveries.
  perform from jobs j where j.id = finish ->> 'id' for update;
  delete from destination_deliveries d using jobs j
    where j.id = finish ->> 'id' and j.fence = (finish ->> 'fence')::bigint and j.state = 'processing'
      and d.job_id = j.id;
  insert into destination_deliveries (id, organisation_id, job_id, position, output, kind, connection_id, target, queue)
    select d ->> 'id', j.organisation_id, j.id, (d ->> 'position')::integer,
      (select coalesce(max(o.position) + 1, 0) from job_outputs o where o.job_id = j.id), d ->> 'kind',
      d ->> 'connection', decode(d ->> 'target', 'hex'), d ->> 'queue'
    from jobs j, jsonb_array_elements(deliveries) d
    where j.id = finish ->> 'id' and j.fence = (finish ->> 'fence')::bigint and j.state = 'processing';
  answer := finish_batch_file(finish, sealed);
  if answer ?| array['lost', 'canceled'] then
    delete from destination_deliveries d using jsonb_array_elements(deliveries) e where d.id = e ->> 'id';
  end if;
  return answer;
end
$$;

create function emit_batch_completed(batch batches) returns void language plpgsql as $$
begin
  perform emit_webhook_event(batch.organisation_id, 'batch.completed', null, jsonb_build_object('batch_id', batch.id,
    'status', batch.state, 'result', batch.result, 'format', batch.format, 'tag', batch.tag, 'total', batch.total,
    'succeeded', batch.succeeded, 'failed', batch.failed, 'canceled', batch.canceled, 'error', batch.error_code,
    'destinations', (
      select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'kind', d.kind, 'connection', d.connection_id,
        'state', d.state, 'attempts', d.attempts, 'error', d.last_error) order by d.position), '[]')
      from destination_deliveries d where d.job_id = batch.id || '_file'
    )));
end
$$;

-- As before; where the file is sent somewhere, once each of its deliveries was tried.
create or replace function report_batch() returns trigger language plpgsql as $$
begin
  if new.state = 'completed' and new.error_code is null and exists (
    select from destination_deliveries d where d.job_id = new.id || '_file' and d.attempts = 0
  ) then
    return null;
  end if;
  perform emit_batch_completed(new);
  return null;
end
$$;

-- As before; and for the file of a batch, what is reported is the end of the batch.
create or replace function settle_delivery(settled jsonb, sealed bytea, moment timestamptz) returns boolean
language plpgsql as $$
declare
  delivery destination_deliveries;
  job jobs;
  is_first boolean;
begin
  -- Rows are locked in one order: the job, then its deliveries.
  select * into job from jobs j
    where j.id = (select d.job_id from destination_deliveries d where d.id = settled ->> 'id') for no key update;
  select d.attempts = 0 into is_first from destination_deliveries d where d.id = settled ->> 'id';
  update destination_deliveries d set state = settled ->> 'state', tries = d.tries + 1, attempts = d.attempts + 1,
      leased_until = null, ticket = null, next_at = coalesce((settled ->> 'next_at')::timestamptz, d.next_at),
      last_error = settled ->> 'error', outcome = sealed,
      ended_at = case when settled ->> 'state' <> 'waiting' then moment end
    where d.id = settled ->> 'id' and d.ticket = settled ->> 'ticket' and d.state = 'waiting'
    returning * into delivery;
  if not found then
    return false;
  end if;
  update connections c set last_used_at = moment, last_error = delivery.last_error,
      delivered = c.delivered + (delivery.state = 'delivered')::integer,
      failed = c.failed + (delivery.state <> 'delivered')::integer
    where c.id = delivery.connection_id and c.organisation_id = delivery.organisation_id;
  if is_first and not exists (
    select from destination_deliveries d where d.job_id = job.id and d.attempts = 0
  ) then
    if job.kind = 'assemble' then
      perform emit_batch_completed(b) from batches b where b.id = job.batch_id and b.state = 'completed';
      perform pg_notify('platen_job', job.batch_id);
    else
      perform emit_webhook_event(job.organisation_id, 'conversion.succeeded', job.id, '{}');
    end if;
  end if;
  if delivery.state <> 'waiting' then
    perform emit_webhook_event(job.organisation_id,
      case delivery.state when 'delivered' then 'delivery.succeeded' else 'delivery.failed' end, job.id,
      jsonb_build_object('delivery_id', delivery.id));
  end if;
  perform pg_notify('platen_job', job.id);
  return true;
end
$$;
