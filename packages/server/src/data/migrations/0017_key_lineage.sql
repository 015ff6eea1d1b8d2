-- Credits of a key count for the caps of the keys that made it too: a key with a cap makes no credits by making keys.

-- Who made the key, or replaced another by it: id of a key or of a person, or `system`. Null: it is not known any more.
alter table api_keys add column made_by text;
create index api_keys_made_by on api_keys (made_by);

update api_keys k set made_by = a.actor from audit_log a
  where a.organisation_id = k.organisation_id and a.target = k.id and a.action in ('key.created', 'key.rotated');

-- The keys that the credits of a key count for, each as the first of its chain: its own, and those above it.
create function key_lineage(key text) returns setof text language sql stable as $$
  with recursive line (id) as (
    select key
    union
    select above.id from line join api_keys k on k.id = line.id
      cross join lateral (values (k.first_id), (k.made_by)) above (id) where above.id is not null
  )
  select distinct first_key_of(line.id) from line
    where line.id = key or exists (select from api_keys k where k.id = line.id)
$$;

-- The caps that bind a key: its own as it was found, of a chain above it the one that its last key has. What has been
-- revoked or has expired binds too: else a key could free those that it made by ending itself.
create function key_caps(key text, own_cap bigint) returns table (key_id text, cap bigint) language sql stable as $$
  select found.id, found.cap from (
    select line.id, case when line.id = first_key_of(key) then own_cap else (
      select k.monthly_credit_cap from api_keys k
        where (k.id = line.id or k.first_id = line.id) and k.rotated_to is null
    ) end as cap
    from key_lineage(key) line (id)
  ) found where found.cap is not null order by found.id
$$;

alter table credit_reservations add column key_ids text[] not null default '{}';
update credit_reservations set key_ids = array[key_id] where key_id is not null;
alter table credit_reservations drop column key_id;

create or replace function divide_reservation(organisation text, reservation text, total integer, ids text[])
returns void language sql as $$
  insert into credit_reservations (id, organisation_id, pool, period_start, units, key_ids, holder)
    select item.id, r.organisation_id, r.pool, r.period_start, r.units / total, r.key_ids, r.holder
    from credit_reservations r cross join unnest(ids) as item (id)
    where r.organisation_id = organisation and r.id = reservation
$$;

-- The row of a chain of keys that has a cap, locked. What is used by keys that it made counts too.
create or replace function open_credit_key_balance(organisation text, key text, first_instant timestamptz)
returns credit_key_balances language plpgsql as $$
declare
  of_key credit_key_balances;
  first_key text := first_key_of(key);
begin
  select * into of_key from credit_key_balances k
    where k.organisation_id = organisation and k.key_id = first_key and k.period_start = first_instant for update;
  if not found then
    insert into credit_key_balances (organisation_id, key_id, period_start, used)
      with recursive tree (id) as (
        select first_key
        union
        select k.id from tree join api_keys k on k.first_id = tree.id or k.made_by = tree.id
      )
      select organisation, first_key, first_instant, coalesce(-sum(l.amount), 0)
      from credit_ledger l
      where l.organisation_id = organisation and l.period_start = first_instant
        and l.key_id in (select tree.id from tree) and l.pool = 'credits' and l.kind <> 'grant'
      on conflict do nothing;
    select * into of_key from credit_key_balances k
      where k.organisation_id = organisation and k.key_id = first_key and k.period_start = first_instant for update;
  end if;
  return of_key;
end
$$;

-- What a caller is told when a cap has too little left.
create function cap_refusal(key text, of_key credit_key_balances, cap bigint, held bigint) returns jsonb
language sql stable as $$
  select jsonb_build_object('refused', 'key', 'used', of_key.used, 'reserved', of_key.reserved - held, 'cap', cap,
    'above', nullif(of_key.key_id, first_key_of(key)))
$$;

-- Sets aside what a piece of work is declared to cost: of all its pools and caps, or of none.
create or replace function reserve_credits(job jsonb) returns jsonb language plpgsql as $$
declare
  organisation text := job ->> 'organisation';
  key text := job ->> 'key_id';
  moment timestamptz := (job ->> 'at')::timestamptz;
  part jsonb;
  units bigint;
  balance credit_balances;
  of_key credit_key_balances;
  bound record;
  counted text[] := '{}';
begin
  perform set_config('app.bypass', 'off', true), set_config('app.organisation_id', organisation, true);
  for part in select value from jsonb_array_elements(job -> 'pools') loop
    units := (part ->> 'units')::bigint;
    balance := open_credit_balance(organisation, part, moment);
    if balance.used + balance.reserved + units > balance.included + (part ->> 'overage')::bigint then
      insert into credit_events (organisation_id, pool, period_start, kind, percent, at)
        values (organisation, balance.pool, balance.period_start, 'exhausted', 100, moment) on conflict do nothing;
      return jsonb_build_object('refused', balance.pool, 'used', balance.used, 'reserved', balance.reserved);
    end if;
    continue when balance.pool <> 'credits' or key is null;
    for bound in select * from key_caps(key, (job ->> 'key_cap')::bigint) loop
      of_key := open_credit_key_balance(organisation, bound.key_id, balance.period_start);
      if of_key.used + of_key.reserved + units > bound.cap then
        return cap_refusal(key, of_key, bound.cap, 0);
      end if;
      counted := counted || bound.key_id;
    end loop;
  end loop;
  for part in select value from jsonb_array_elements(job -> 'pools') loop
    units := (part ->> 'units')::bigint;
    update credit_balances b set reserved = b.reserved + units
      where b.organisation_id = organisation and b.pool = part ->> 'pool'
        and b.period_start = (part ->> 'start')::timestamptz;
    if part ->> 'pool' = 'credits' then
      update credit_key_balances k set reserved = k.reserved + units
        where k.organisation_id = organisation and k.key_id = any (counted)
          and k.period_start = (part ->> 'start')::timestamptz;
    end if;
    insert into credit_reservations (id, organisation_id, pool, period_start, units, key_ids, holder)
      values (job ->> 'id', organisation, part ->> 'pool', (part ->> 'start')::timestamptz, units,
        case when part ->> 'pool' = 'credits' then counted else '{}' end, job ->> 'holder');
  end loop;
  return '{}';
end
$$;

-- Gives back what was set aside for a piece of work.
create or replace function give_back_credits(organisation text, job_id text) returns void language plpgsql as $$
declare
  held credit_reservations;
begin
  for held in
    select * from credit_reservations r where r.organisation_id = organisation and r.id = job_id
    order by array_position(array['credits', 'ai_operations', 'bank_pages'], r.pool) for update
  loop
    update credit_balances b set reserved = b.reserved - held.units
      where b.organisation_id = organisation and b.pool = held.pool and b.period_start = held.period_start;
    update credit_key_balances k set reserved = k.reserved - held.units
      where k.organisation_id = organisation and k.key_id = any (held.key_ids) and k.period_start = held.period_start;
    delete from credit_reservations r
      where r.organisation_id = organisation and r.id = job_id and r.pool = held.pool;
  end loop;
end
$$;

-- Turns what was set aside into what the work has cost.
create or replace function capture_credits(job jsonb) returns jsonb language plpgsql as $$
declare
  organisation text := job ->> 'organisation';
  job_id text := job ->> 'id';
  moment timestamptz := (job ->> 'at')::timestamptz;
  key text := job ->> 'key_id';
  part jsonb;
  units bigint;
  held bigint;
  beyond bigint;
  percents integer;
  balance credit_balances;
  of_key credit_key_balances;
  bound record;
  pools jsonb := '[]';
begin
  perform set_config('app.bypass', 'off', true), set_config('app.organisation_id', organisation, true);
  perform 1 from credit_reservations r where r.organisation_id = organisation and r.id = job_id for update;
  if exists (select from credit_ledger l where l.organisation_id = organisation and l.cause = job_id) then
    return '{"repeated": true}';
  end if;
  for part in select value from jsonb_array_elements(job -> 'pools') loop
    units := (part ->> 'units')::bigint;
    balance := open_credit_balance(organisation, part, moment);
    select coalesce(sum(r.units), 0) into held from credit_reservations r
      where r.organisation_id = organisation and r.id = job_id and r.pool = balance.pool
        and r.period_start = balance.period_start;
    if units > held and balance.used + balance.reserved - held + units > balance.included + (part ->> 'overage')::bigint
    then
      perform give_back_credits(organisation, job_id);
      return jsonb_build_object('refused', balance.pool, 'used', balance.used, 'reserved', balance.reserved - held);
    end if;
    continue when balance.pool <> 'credits' or key is null;
    for bound in select * from key_caps(key, (job ->> 'key_cap')::bigint) loop
      of_key := open_credit_key_balance(organisation, bound.key_id, balance.period_start);
      select coalesce(sum(r.units), 0) into held from credit_reservations r
        where r.organisation_id = organisation and r.id = job_id and bound.key_id = any (r.key_ids)
          and r.period_start = balance.period_start;
      if units > held and of_key.used + of_key.reserved - held + units > bound.cap then
        perform give_back_credits(organisation, job_id);
        return cap_refusal(key, of_key, bound.cap, held);
      end if;
    end loop;
  end loop;
  perform give_back_credits(organisation, job_id);
  for part in select value from jsonb_array_elements(job -> 'pools') loop
    units := (part ->> 'units')::bigint;
    update credit_balances b set used = b.used + units
      where b.organisation_id = organisation and b.pool = part ->> 'pool'
        and b.period_start = (part ->> 'start')::timestamptz
      returning * into balance;
    beyond := coalesce(greatest(0, balance.used - balance.included)
      - greatest(0, balance.used - units - balance.included), 0);
    insert into credit_ledger (organisation_id, pool, cause, kind, amount, overage, unit_price, period_start, at,
        key_id, format, template, tag, bytes)
      values (organisation, balance.pool, job_id, 'capture', -units, beyond, (part ->> 'price')::bigint,
        balance.period_start, moment, key, job ->> 'format', job ->> 'template', job ->> 'tag',
        coalesce((job ->> 'bytes')::bigint, 0));
    if balance.pool = 'credits' and key is not null then
      update credit_key_balances k set used = k.used + units
        where k.organisation_id = organisation and k.key_id in (select key_lineage(key))
          and k.period_start = balance.period_start;
    end if;
    if balance.included > 0 then
      foreach percents in array array[50, 80, 90, 100] loop
        if balance.used * 100 >= percents * balance.included
          and (balance.used - units) * 100 < percents * balance.included
        then
          insert into credit_events (organisation_id, pool, period_start, kind, percent, at)
            values (organisation, balance.pool, balance.period_start, 'threshold_reached', percents, moment)
            on conflict do nothing;
        end if;
      end loop;
    end if;
    pools := pools || jsonb_build_object('pool', balance.pool, 'used', balance.used, 'reserved', balance.reserved,
      'included', balance.included, 'overage', beyond);
  end loop;
  return jsonb_build_object('pools', pools);
end
$$;

-- Gives back what was set aside, and voids what was captured although nobody got anything for it.
create or replace function release_credits(organisation text, job_id text, moment timestamptz) returns void
language plpgsql as $$
declare
  entry credit_ledger;
  balance credit_balances;
  beyond bigint;
begin
  perform set_config('app.bypass', 'off', true), set_config('app.organisation_id', organisation, true);
  perform give_back_credits(organisation, job_id);
  for entry in
    select * from credit_ledger l
    where l.organisation_id = organisation and l.cause = job_id and l.kind = 'capture'
      and not exists (
        select from credit_ledger v
        where v.organisation_id = organisation and v.pool = l.pool and v.cause = 'void:' || job_id
      )
    order by array_position(array['credits', 'ai_operations', 'bank_pages'], l.pool)
  loop
    update credit_balances b set used = b.used + entry.amount
      where b.organisation_id = organisation and b.pool = entry.pool and b.period_start = entry.period_start
      returning * into balance;
    beyond := coalesce(greatest(0, balance.used - balance.included)
      - greatest(0, balance.used - entry.amount - balance.included), 0);
    insert into credit_ledger (organisation_id, pool, cause, kind, amount, overage, unit_price, period_start, at,
        key_id, format, template, tag, bytes)
      values (organisation, entry.pool, 'void:' || job_id, 'void', -entry.amount, beyond, entry.unit_price,
        entry.period_start, moment, entry.key_id, entry.format, entry.template, entry.tag, -entry.bytes);
    if entry.pool = 'credits' and entry.key_id is not null then
      update credit_key_balances k set used = k.used + entry.amount
        where k.organisation_id = organisation and k.key_id in (select key_lineage(entry.key_id))
          and k.period_start = entry.period_start;
    end if;
  end loop;
end
$$;

-- What was counted for each chain becomes what was counted for it and those that it made. Rows of chains above that
-- have no row yet are made when they are first asked for.
update credit_key_balances b set
  used = (
    select coalesce(-sum(l.amount), 0) from credit_ledger l
    where l.organisation_id = b.organisation_id and l.period_start = b.period_start
      and l.pool = 'credits' and l.kind <> 'grant' and b.key_id in (select key_lineage(l.key_id))
  )
where exists (select from api_keys k join api_keys maker on maker.id = k.made_by
  where maker.id = b.key_id or maker.first_id = b.key_id);
