-- A process that is killed settles nothing. The next one has to know that there was a try all the same, which may have
-- written the file, and what it has left on the server.

alter table destination_deliveries
  -- How often it was begun.
  add column claims integer not null default 0,
  -- What the last try would leave if it broke off, as its kind calls it: the id of an upload in parts.
  add column left_behind text;

create or replace function claim_delivery(
  process text, lease double precision, moment timestamptz, busy text[], busy_queues text[]
) returns setof destination_deliveries language sql as $$
  update destination_deliveries d set ticket = process || gen_random_uuid()::text, claims = d.claims + 1,
      leased_until = now() + make_interval(secs => lease)
    where d.id = (
      select w.id from destination_deliveries w
      where w.state = 'waiting' and w.next_at <= moment and (w.leased_until is null or w.leased_until < now())
        and not w.organisation_id = any (busy) and not w.queue = any (busy_queues)
      order by w.next_at, w.id limit 1 for update skip locked
    )
    returning d.*
$$;
