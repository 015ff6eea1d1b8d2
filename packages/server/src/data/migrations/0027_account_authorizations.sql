-- Accounts of file hosts that let the operator's app in (RFC 6749, with RFC 7636).

alter table connections
  -- Whether an account lets the app in; null: the credentials were typed.
  add column grant_state text check (grant_state in ('granted', 'revoked', 'disconnected')),
  -- Who asks for a new token at the moment, and until when others wait for that.
  add column renewing text,
  add column renewing_until timestamptz;

-- Somebody was sent to a file host, and is to come back once, in the same session.
create table connection_authorizations (
  -- Digest of the state that comes back with them.
  id text primary key,
  organisation_id text not null references organisations (id) on delete cascade,
  actor text not null,
  session_id text not null,
  kind text not null,
  -- The connection whose account lets us in anew; null for a new one.
  connection_id text,
  -- What is connected and how, with the verifier of the code, sealed.
  content bytea not null,
  expires_at timestamptz not null,
  -- Of one kind, a session is on one way at a time.
  unique (session_id, kind)
);
create index connection_authorizations_organisation_id on connection_authorizations (organisation_id);
create index connection_authorizations_expires_at on connection_authorizations (expires_at);
alter table connection_authorizations enable row level security, force row level security;
create policy own_organisation on connection_authorizations
  using (current_setting('app.bypass', true) = 'on' or organisation_id = current_setting('app.organisation_id', true));

create or replace function emit_webhook_event(organisation text, kind text, job text, what jsonb) returns void
language plpgsql as $$
declare
  event webhook_events;
  stops_work boolean := kind in ('credits.exhausted', 'webhook_endpoint.disabled', 'connection.revoked');
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
