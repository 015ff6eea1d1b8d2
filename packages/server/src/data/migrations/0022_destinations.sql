-- Destinations: results that are sent to where their owners keep them. Deliveries are rows that are written in the
-- transaction in which their job succeeds; they are tried again on their own, and never make a second result or charge.

create table connections (
  id text primary key,
  organisation_id text not null references organisations (id) on delete cascade,
  -- Id of the key or person that made it, and the person behind it.
  actor text not null,
  owner text,
  name text not null,
  kind text not null,
  -- For the short form `s3://bucket/key`: digest of kind and bucket.
  place text,
  -- Where and how, with the credentials, sealed. version counts their changes.
  settings bytea not null,
  version integer not null default 1,
  -- The last time it was tried by `test`, or by a delivery, and what was wrong.
  last_used_at timestamptz,
  last_error text,
  delivered bigint not null default 0,
  failed bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index connections_organisation_id on connections (organisation_id, id);
create index connections_place on connections (organisation_id, place) where place is not null;

create table destination_deliveries (
  id text primary key,
  organisation_id text not null references organisations (id) on delete cascade,
  job_id text not null references jobs (id) on delete cascade,
  -- Place of the destination in the request, and of the result among those of the job.
  position integer not null,
  output integer not null,
  kind text not null,
  -- It may be gone by now.
  connection_id text,
  -- Path, what happens if there is a file of this name, and what stands in the place of a connection; sealed.
  target bytea not null,
  -- Of a host: deliveries of one are limited, so that a dead one leaves room for others.
  queue text not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  -- Tries since it was last put into the queue, and all of them.
  tries integer not null default 0,
  attempts integer not null default 0,
  -- Of the last claim: only that one may write.
  ticket text,
  leased_until timestamptz,
  next_at timestamptz not null default now(),
  last_error text,
  -- Location, etag, and what was wrong, sealed.
  outcome bytea,
  created_at timestamptz not null default now(),
  ended_at timestamptz
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);
create index destination_deliveries_waiting on destination_deliveries (next_at, id) where state = 'waiting';
create index destination_deliveries_organisation_id on destination_deliveries (organisation_id);
create index destination_deliveries_job_id on destination_deliveries (job_id, position, output);
create index destination_deliveries_connection_id on destination_deliveries (connection_id)
  where connection_id is not null;

-- Ends a job that went well together with what is to be delivered of it: both, or neither.
create function finish_job_delivering(finish jsonb, sealed bytea, deliveries jsonb) returns jsonb language plpgsql as $$
declare
  answer jsonb;
begin
  insert into destination_deliveries (id, organisation_id, job_id, position, output, kind, connection_id, target, queue)
    select d ->> 'id', j.organisation_id, j.id, (d ->> 'position')::integer, (d ->> 'output')::integer, d ->> 'kind',
      d ->> 'connection', decode(d ->> 'target', 'hex'), d ->> 'queue'
    from jobs j, jsonb_array_elements(deliveries) d
    where j.id = finish ->> 'id' and j.fence = (finish ->> 'fence')::bigint and j.state = 'processing';
  answer := finish_job(finish, sealed);
  if answer ?| array['lost', 'canceled', 'refused'] then
    delete from destination_deliveries d using jsonb_array_elements(deliveries) e where d.id = e ->> 'id';
  end if;
  return answer;
end
$$;

-- The next delivery for a process, or none: the one that is due for longest.
create function claim_delivery(process text, lease double precision, moment timestamptz, busy text[], busy_queues text[])
returns setof destination_deliveries language sql as $$
  update destination_deliveries d set ticket = process || gen_random_uuid()::text,
      leased_until = now() + make_interval(secs => lease)
    where d.id = (
      select w.id from destination_deliveries w
      where w.state = 'waiting' and w.next_at <= moment and (w.leased_until is null or w.leased_until < now())
        and not w.organisation_id = any (busy) and not w.queue = any (busy_queues)
      order by w.next_at, w.id limit 1 for update skip locked
    )
    returning d.*
$$;

-- Writes what became of one try. Whoever lost the delivery writes nothing. The end of the job is reported once each of
-- its deliveries was tried, so that it tells where the results are.
create function settle_delivery(settled jsonb, sealed bytea, moment timestamptz) returns boolean language plpgsql as $$
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
    perform emit_webhook_event(job.organisation_id, 'conversion.succeeded', job.id, '{}');
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

create or replace function report_job() returns trigger language plpgsql as $$
begin
  if new.state = 'succeeded' and exists (
    select from destination_deliveries d where d.job_id = new.id and d.attempts = 0
  ) then
    return null;
  end if;
  perform emit_webhook_event(new.organisation_id, 'conversion.' || new.state, new.id, '{}');
  return null;
end
$$;

alter table connections enable row level security, force row level security;
create policy own_organisation on connections
  using (current_setting('app.bypass', true) = 'on' or organisation_id = current_setting('app.organisation_id', true));

alter table destination_deliveries enable row level security, force row level security;
create policy own_organisation on destination_deliveries
  using (current_setting('app.bypass', true) = 'on' or organisation_id = current_setting('app.organisation_id', true));
