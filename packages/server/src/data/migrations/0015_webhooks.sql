-- Webhooks. An event and its deliveries are rows that are written in the transaction of the state that they report, by
-- triggers: whichever function changes the state, there is an event of it, once.

create table webhook_endpoints (
  id text primary key,
  organisation_id text not null references organisations (id) on delete cascade,
  -- Id of the key or person that made it, and the person behind it.
  actor text not null,
  owner text,
  -- Address, description, headers and credentials, sealed. version counts their changes.
  target bytea not null,
  -- Names of events; `*` is all of them.
  events text[] not null,
  state text not null default 'active' check (state in ('active', 'disabled')),
  -- By somebody, because it answered 410, or because nothing arrived for days.
  disabled_reason text check (disabled_reason in ('manual', 'gone', 'failing')),
  disabled_at timestamptz,
  -- Tries that went well, and that did not.
  delivered bigint not null default 0,
  failed bigint not null default 0,
  -- When the first of the tries was that have failed since one went well.
  failing_since timestamptz,
  last_tried_at timestamptz,
  last_status integer,
  last_error text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((state = 'disabled') = (disabled_reason is not null))
);
create index webhook_endpoints_organisation_id on webhook_endpoints (organisation_id, id);

-- What signs, sealed. A secret that was replaced signs beside the new one until ends_at.
create table webhook_secrets (
  organisation_id text not null references organisations (id) on delete cascade,
  -- Id of the endpoint; `default` for webhooks that requests name.
  owner text not null,
  version integer not null check (version > 0),
  secret bytea not null,
  created_at timestamptz not null default now(),
  ends_at timestamptz,
  primary key (organisation_id, owner, version)
);

-- Where one job is to be reported, as its request says.
create table job_webhooks (
  job_id text primary key references jobs (id) on delete cascade,
  organisation_id text not null references organisations (id) on delete cascade,
  -- Address, method, headers and credentials, sealed.
  target bytea not null,
  events text[] not null,
  -- Deliveries of one queue are sent one after the other.
  queue text not null
);
create index job_webhooks_organisation_id on job_webhooks (organisation_id);

create table webhook_events (
  id text primary key,
  organisation_id text not null references organisations (id) on delete cascade,
  type text not null,
  -- The job that it is about: what is reported of it is read when the event is sent first.
  job_id text,
  -- Ids, names and numbers that are no content.
  facts jsonb not null default '{}',
  -- What is sent, sealed; null before the first try. It is the same on each try.
  body bytea,
  -- Whether owners are to get an email, and until when a server is about to send it.
  tells_owners boolean not null default false,
  telling_until timestamptz,
  created_at timestamptz not null default now()
);
create index webhook_events_organisation_id on webhook_events (organisation_id);
create index webhook_events_created_at on webhook_events (created_at);
create index webhook_events_tells_owners on webhook_events (id) where tells_owners;

create table webhook_deliveries (
  id text primary key,
  organisation_id text not null references organisations (id) on delete cascade,
  event_id text not null references webhook_events (id) on delete cascade,
  -- Null for the webhook of a request, whose target is here.
  endpoint_id text references webhook_endpoints (id) on delete cascade,
  job_id text,
  target bytea,
  queue text not null,
  -- held: its endpoint is disabled; it is sent when that is enabled again.
  state text not null check (state in ('waiting', 'held', 'delivered', 'failed')),
  -- Tries since it was last put into the queue, and all of them.
  tries integer not null default 0,
  attempts integer not null default 0,
  -- Of the last claim of its queue: only that one may write.
  ticket text,
  next_at timestamptz not null default now(),
  last_status integer,
  last_error text,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  check ((endpoint_id is null) = (target is not null))
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);
create index webhook_deliveries_waiting on webhook_deliveries (queue, next_at, id) where state = 'waiting';
create index webhook_deliveries_organisation_id on webhook_deliveries (organisation_id, id);
create index webhook_deliveries_event_id on webhook_deliveries (event_id);
create index webhook_deliveries_endpoint_id on webhook_deliveries (endpoint_id, id) where endpoint_id is not null;
create index webhook_deliveries_job_id on webhook_deliveries (job_id) where job_id is not null;

create table webhook_attempts (
  delivery_id text not null references webhook_deliveries (id) on delete cascade,
  number integer not null,
  organisation_id text not null references organisations (id) on delete cascade,
  at timestamptz not null,
  duration_ms integer not null,
  -- Null if there was no answer.
  status integer,
  error text,
  -- Headers that were sent, and the beginning of the answer, sealed.
  exchange bytea not null,
  primary key (delivery_id, number)
);
create index webhook_attempts_organisation_id on webhook_attempts (organisation_id);

-- Whose turn it is to send what waits in a queue: one process at a time, one delivery at a time.
create table webhook_queues (
  id text primary key,
  organisation_id text not null references organisations (id) on delete cascade,
  holder text,
  -- Of the last claim: another one each time.
  ticket text not null,
  leased_until timestamptz
);
create index webhook_queues_organisation_id on webhook_queues (organisation_id);

alter table webhook_events alter column body set storage external;
alter table webhook_attempts alter column exchange set storage external;

-- An id that sorts by the microsecond that it was made in.
create function webhook_id(prefix text) returns text language sql volatile as $$
  select prefix || '_' || lpad(to_hex((extract(epoch from clock_timestamp()) * 1000000)::bigint), 13, '0')
    || left(replace(gen_random_uuid()::text, '-', ''), 12) || right(gen_random_uuid()::text, 1)
$$;

-- Puts an event into the queue of whoever wants to know of it: of the organisation's endpoints, of `job`'s own webhook.
create function emit_webhook_event(organisation text, kind text, job text, what jsonb) returns void
language plpgsql as $$
declare
  event webhook_events;
  stops_work boolean := kind in ('credits.exhausted', 'webhook_endpoint.disabled');
begin
  if not stops_work
    and not exists (
      select from webhook_endpoints e where e.organisation_id = organisation and e.events && array[kind, '*']
    )
    and not exists (select from job_webhooks w where w.job_id = job and kind = any (w.events))
  then
    return;
  end if;
  insert into webhook_events (id, organisation_id, type, job_id, facts, tells_owners)
    values (webhook_id('evt'), organisation, kind, job, what, stops_work) returning * into event;
  insert into webhook_deliveries (id, organisation_id, event_id, endpoint_id, job_id, queue, state)
    select webhook_id('whd'), organisation, event.id, e.id, job, e.id,
      case when e.state = 'active' then 'waiting' else 'held' end
    from webhook_endpoints e
    where e.organisation_id = organisation and e.events && array[kind, '*']
      and (kind <> 'webhook_endpoint.disabled' or e.id <> what ->> 'endpoint_id')
    order by e.id;
  insert into webhook_deliveries (id, organisation_id, event_id, job_id, target, queue, state)
    select webhook_id('whd'), organisation, event.id, job, w.target, w.queue, 'waiting'
    from job_webhooks w where w.job_id = job and kind = any (w.events);
end
$$;

-- Puts a job into the queue together with its webhook.
create function accept_job_with_webhook(entry jsonb, sealed bytea, reservation jsonb, most integer, most_bytes bigint,
  webhook jsonb, target bytea) returns jsonb language plpgsql as $$
declare
  answer jsonb := accept_job(entry, sealed, reservation, most, most_bytes);
begin
  if answer = '{}' then
    insert into job_webhooks (job_id, organisation_id, target, events, queue)
      values (entry ->> 'id', entry ->> 'organisation', target,
        array(select jsonb_array_elements_text(webhook -> 'events')), webhook ->> 'queue');
  end if;
  return answer;
end
$$;

-- The next delivery for a process, or none: of the queue whose first one has waited longest, and that nobody else has.
-- The lease is by the clock of the database, which all processes share.
create function claim_webhook(process text, lease double precision, moment timestamptz, busy text[])
returns setof webhook_deliveries language plpgsql as $$
declare
  head record;
  held webhook_queues;
  delivery webhook_deliveries;
begin
  for head in
    -- Jumps from queue to queue along the index; it does not read the deliveries in between.
    with recursive heads as (
      (select d.queue, d.organisation_id, d.next_at from webhook_deliveries d where d.state = 'waiting'
        order by d.queue, d.next_at, d.id limit 1)
      union all
      select following.queue, following.organisation_id, following.next_at from heads h, lateral (
        select d.queue, d.organisation_id, d.next_at from webhook_deliveries d
        where d.state = 'waiting' and d.queue > h.queue
        order by d.queue, d.next_at, d.id limit 1
      ) following
    )
    select h.queue, h.organisation_id from heads h left join webhook_queues q on q.id = h.queue
    where h.next_at <= moment and (q.leased_until is null or q.leased_until < now())
      and not h.organisation_id = any (busy)
    order by h.next_at, h.queue limit 20
  loop
    insert into webhook_queues as q (id, organisation_id, holder, ticket, leased_until)
      values (head.queue, head.organisation_id, process, gen_random_uuid()::text,
        now() + make_interval(secs => lease))
      on conflict (id) do update
      set holder = excluded.holder, ticket = excluded.ticket, leased_until = excluded.leased_until
      where q.leased_until is null or q.leased_until < now()
      returning * into held;
    if found then
      update webhook_deliveries d set ticket = held.ticket
        where d.id = (
          select w.id from webhook_deliveries w
          where w.state = 'waiting' and w.queue = head.queue and w.next_at <= moment
          order by w.next_at, w.id limit 1
        )
        returning * into delivery;
      if found then
        return next delivery;
        return;
      end if;
      update webhook_queues q set leased_until = null where q.id = held.id and q.ticket = held.ticket;
    end if;
  end loop;
end
$$;

-- Stops sending to an endpoint. What waits for it is held until it is enabled again.
create function disable_webhook_endpoint(endpoint text, reason text, moment timestamptz) returns void
language plpgsql as $$
declare
  disabled webhook_endpoints;
begin
  update webhook_endpoints e set state = 'disabled', disabled_reason = reason, disabled_at = moment, updated_at = now()
    where e.id = endpoint and e.state = 'active' returning * into disabled;
  if not found then
    return;
  end if;
  update webhook_deliveries d set state = 'held' where d.endpoint_id = endpoint and d.state = 'waiting';
  if reason <> 'manual' then
    perform emit_webhook_event(disabled.organisation_id, 'webhook_endpoint.disabled', null,
      jsonb_build_object('endpoint_id', endpoint, 'reason', reason, 'failing_since', disabled.failing_since));
  end if;
end
$$;

-- Sends to an endpoint again, from the beginning of the schedule, and in the order in which the events happened.
create function enable_webhook_endpoint(endpoint text, moment timestamptz) returns void language plpgsql as $$
begin
  update webhook_endpoints e set state = 'active', disabled_reason = null, disabled_at = null, failing_since = null,
      updated_at = now()
    where e.id = endpoint and e.state = 'disabled';
  update webhook_deliveries d set state = 'waiting', tries = 0, next_at = least(moment, d.created_at)
    where d.endpoint_id = endpoint and d.state = 'held';
end
$$;

-- Writes what became of one try, and gives the queue back. Whoever lost it writes nothing.
create function settle_webhook(settled jsonb, sealed bytea, moment timestamptz, patience double precision)
returns boolean language plpgsql as $$
declare
  delivery webhook_deliveries;
  endpoint webhook_endpoints;
  arrived boolean := settled ->> 'state' = 'delivered';
begin
  update webhook_queues q set leased_until = null, holder = null
    where q.id = settled ->> 'queue' and q.ticket = settled ->> 'ticket' and q.leased_until is not null;
  if not found then
    return false;
  end if;
  -- Rows are locked in one order: the endpoint, then its deliveries.
  perform from webhook_endpoints e
    where e.id = (select d.endpoint_id from webhook_deliveries d where d.id = settled ->> 'id') for no key update;
  update webhook_deliveries d set
      -- Its endpoint may have been disabled meanwhile.
      state = case when d.state = 'held' and settled ->> 'state' = 'waiting' then 'held' else settled ->> 'state' end,
      tries = d.tries + 1, attempts = d.attempts + 1, next_at = coalesce((settled ->> 'next_at')::timestamptz, d.next_at),
      last_status = (settled ->> 'status')::integer, last_error = settled ->> 'error',
      ended_at = case when settled ->> 'state' <> 'waiting' then moment end
    where d.id = settled ->> 'id' and d.ticket = settled ->> 'ticket' returning * into delivery;
  if not found then
    return false;
  end if;
  insert into webhook_attempts (delivery_id, number, organisation_id, at, duration_ms, status, error, exchange)
    values (delivery.id, delivery.attempts, delivery.organisation_id, (settled ->> 'at')::timestamptz,
      (settled ->> 'duration_ms')::integer, delivery.last_status, delivery.last_error, sealed);
  if delivery.endpoint_id is null then
    return true;
  end if;
  update webhook_endpoints e set
      delivered = e.delivered + arrived::integer, failed = e.failed + (not arrived)::integer,
      failing_since = case when arrived then null else coalesce(e.failing_since, moment) end,
      last_tried_at = moment, last_status = delivery.last_status, last_error = delivery.last_error
    where e.id = delivery.endpoint_id returning * into endpoint;
  if (settled ->> 'gone')::boolean then
    perform disable_webhook_endpoint(endpoint.id, 'gone', moment);
  elsif endpoint.failing_since <= moment - make_interval(secs => patience) then
    perform disable_webhook_endpoint(endpoint.id, 'failing', moment);
  end if;
  return true;
end
$$;

-- What is reported.

create function report_job() returns trigger language plpgsql as $$
begin
  perform emit_webhook_event(new.organisation_id, 'conversion.' || new.state, new.id, '{}');
  return null;
end
$$;
create trigger jobs_report after update of state on jobs for each row
  when (old.state <> new.state and new.state in ('succeeded', 'failed', 'canceled') and new.kind = 'convert')
  execute function report_job();

create function report_batch() returns trigger language plpgsql as $$
begin
  perform emit_webhook_event(new.organisation_id, 'batch.completed', null, jsonb_build_object('batch_id', new.id,
    'status', new.state, 'result', new.result, 'format', new.format, 'tag', new.tag, 'total', new.total,
    'succeeded', new.succeeded, 'failed', new.failed, 'canceled', new.canceled, 'error', new.error_code));
  return null;
end
$$;
create trigger batches_report after update of state on batches for each row
  when (old.state <> new.state and new.state in ('completed', 'canceled'))
  execute function report_batch();

create function report_credits() returns trigger language plpgsql as $$
begin
  perform emit_webhook_event(new.organisation_id, 'credits.' || new.kind, null, jsonb_build_object('pool', new.pool,
      'percent', new.percent, 'period_start', new.period_start, 'used', b.used, 'included', b.included))
    from credit_balances b
    where b.organisation_id = new.organisation_id and b.pool = new.pool and b.period_start = new.period_start;
  return null;
end
$$;
create trigger credit_events_report after insert on credit_events for each row execute function report_credits();

create function report_template() returns trigger language plpgsql as $$
begin
  perform emit_webhook_event(new.organisation_id, 'template.published', null,
    jsonb_build_object('template_id', new.id, 'slug', new.slug, 'version', new.published_version));
  return null;
end
$$;
create trigger templates_report_first after insert on templates for each row
  when (new.published_version is not null) execute function report_template();
create trigger templates_report after update of published_version on templates for each row
  when (new.published_version is not null and old.published_version is distinct from new.published_version)
  execute function report_template();

-- A lock is of a source: it concerns whose keys were right from there.
create function report_lock() returns trigger language plpgsql as $$
begin
  perform emit_webhook_event(k.organisation_id, 'key.locked', null, jsonb_build_object(
      'source', new.source, 'locked_until', new.locked_until, 'key_ids', jsonb_agg(k.id order by k.id)))
    from (
      select a.id, a.organisation_id from key_proofs p join api_keys a on a.id = p.key_id
      where p.source = new.source and a.revoked_at is null order by p.proven_at desc limit 100
    ) k
    group by k.organisation_id;
  return null;
end
$$;
create trigger key_locks_report_first after insert on key_locks for each row
  when (new.locked_until is not null) execute function report_lock();
create trigger key_locks_report after update of locked_until on key_locks for each row
  when (new.locked_until is not null and old.locked_until is distinct from new.locked_until)
  execute function report_lock();

-- The second wall, as for the other tables.

alter table webhook_endpoints enable row level security, force row level security;
create policy own_organisation on webhook_endpoints
  using (current_setting('app.bypass', true) = 'on' or organisation_id = current_setting('app.organisation_id', true));

alter table webhook_secrets enable row level security, force row level security;
create policy own_organisation on webhook_secrets
  using (current_setting('app.bypass', true) = 'on' or organisation_id = current_setting('app.organisation_id', true));

alter table job_webhooks enable row level security, force row level security;
create policy own_organisation on job_webhooks
  using (current_setting('app.bypass', true) = 'on' or organisation_id = current_setting('app.organisation_id', true));

alter table webhook_events enable row level security, force row level security;
create policy own_organisation on webhook_events
  using (current_setting('app.bypass', true) = 'on' or organisation_id = current_setting('app.organisation_id', true));

alter table webhook_deliveries enable row level security, force row level security;
create policy own_organisation on webhook_deliveries
  using (current_setting('app.bypass', true) = 'on' or organisation_id = current_setting('app.organisation_id', true));

alter table webhook_attempts enable row level security, force row level security;
create policy own_organisation on webhook_attempts
  using (current_setting('app.bypass', true) = 'on' or organisation_id = current_setting('app.organisation_id', true));

alter table webhook_queues enable row level security, force row level security;
create policy own_organisation on webhook_queues
  using (current_setting('app.bypass', true) = 'on' or organisation_id = current_setting('app.organisation_id', true));
