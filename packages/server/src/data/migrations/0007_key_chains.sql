-- A key and those that replaced it share one cap: what is used counts for the first of them.

-- The first key of the chain that this one was made by; null for a key that replaces none.
alter table api_keys add column first_id text;
create index api_keys_first_id on api_keys (first_id);

with recursive chains (id, first_id) as (
  select k.id, k.id from api_keys k where not exists (select from api_keys before where before.rotated_to = k.id)
  union
  select k.rotated_to, c.first_id from chains c join api_keys k on k.id = c.id where k.rotated_to is not null
)
update api_keys set first_id = chains.first_id from chains where chains.id = api_keys.id and chains.id <> chains.first_id;

-- The key that the cap of a chain is counted by: a key that the database does not know is one by itself.
create function first_key_of(key text) returns text language sql stable as $$
  select coalesce((select k.first_id from api_keys k where k.id = key), key)
$$;

-- The row of a chain of keys that has a cap, locked.
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
      select organisation, first_key, first_instant, coalesce(-sum(l.amount), 0)
      from credit_ledger l
      where l.organisation_id = organisation and l.period_start = first_instant
        and (l.key_id = first_key or l.key_id in (select k.id from api_keys k where k.first_id = first_key))
        and l.pool = 'credits' and l.kind <> 'grant'
      on conflict do nothing;
    select * into of_key from credit_key_balances k
      where k.organisation_id = organisation and k.key_id = first_key and k.period_start = first_instant for update;
  end if;
  return of_key;
end
$$;

-- Sets aside what a piece of work is declared to cost: of all its pools, or of none.
create or replace function reserve_credits(job jsonb) returns jsonb language plpgsql as $$
declare
  organisation text := job ->> 'organisation';
  moment timestamptz := (job ->> 'at')::timestamptz;
  cap bigint := (job ->> 'key_cap')::bigint;
  part jsonb;
  units bigint;
  balance credit_balances;
  of_key credit_key_balances;
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
    if balance.pool = 'credits' and cap is not null then
      of_key := open_credit_key_balance(organisation, job ->> 'key_id', balance.period_start);
      if of_key.used + of_key.reserved + units > cap then
        return jsonb_build_object('refused', 'key', 'used', of_key.used, 'reserved', of_key.reserved);
      end if;
    end if;
  end loop;
  for part in select value from jsonb_array_elements(job -> 'pools') loop
    units := (part ->> 'units')::bigint;
    update credit_balances b set reserved = b.reserved + units
      where b.organisation_id = organisation and b.pool = part ->> 'pool'
        and b.period_start = (part ->> 'start')::timestamptz;
    if part ->> 'pool' = 'credits' and cap is not null then
      update credit_key_balances k set reserved = k.reserved + units
        where k.organisation_id = organisation and k.key_id = of_key.key_id
          and k.period_start = (part ->> 'start')::timestamptz;
    end if;
    insert into credit_reservations (id, organisation_id, pool, period_start, units, key_id, holder)
      values (job ->> 'id', organisation, part ->> 'pool', (part ->> 'start')::timestamptz, units,
        case when part ->> 'pool' = 'credits' and cap is not null then of_key.key_id end, job ->> 'holder');
  end loop;
  return '{}';
end
$$;

-- Turns what was set aside into what the work has cost.
create or replace function capture_credits(job jsonb) returns jsonb language plpgsql as $$
declare
  organisation text := job ->> 'organisation';
  job_id text := job ->> 'id';
  moment timestamptz := (job ->> 'at')::timestamptz;
  key text := job ->> 'key_id';
  first_key text := first_key_of(key);
  cap bigint := (job ->> 'key_cap')::bigint;
  part jsonb;
  units bigint;
  held bigint;
  beyond bigint;
  percents integer;
  balance credit_balances;
  of_key credit_key_balances;
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
    if balance.pool = 'credits' and cap is not null then
      of_key := open_credit_key_balance(organisation, key, balance.period_start);
      select coalesce(sum(r.units), 0) into held from credit_reservations r
        where r.organisation_id = organisation and r.id = job_id and r.key_id = first_key
          and r.period_start = balance.period_start;
      if units > held and of_key.used + of_key.reserved - held + units > cap then
        perform give_back_credits(organisation, job_id);
        return jsonb_build_object('refused', 'key', 'used', of_key.used, 'reserved', of_key.reserved - held);
      end if;
    end if;
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
        where k.organisation_id = organisation and k.key_id = first_key and k.period_start = balance.period_start;
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
        where k.organisation_id = organisation and k.key_id = first_key_of(entry.key_id) and k.period_start = entry.period_start;
    end if;
  end loop;
end
$$;

-- What was counted for each key becomes what was counted for its chain.
update credit_reservations r set key_id = k.first_id from api_keys k where k.id = r.key_id and k.first_id is not null;
insert into credit_key_balances (organisation_id, key_id, period_start)
  select distinct b.organisation_id, k.first_id, b.period_start
  from credit_key_balances b join api_keys k on k.id = b.key_id where k.first_id is not null
  on conflict do nothing;
delete from credit_key_balances b using api_keys k where k.id = b.key_id and k.first_id is not null;
update credit_key_balances b set
  used = (
    select coalesce(-sum(l.amount), 0) from credit_ledger l
    where l.organisation_id = b.organisation_id and l.period_start = b.period_start
      and l.pool = 'credits' and l.kind <> 'grant'
      and (l.key_id = b.key_id or l.key_id in (select k.id from api_keys k where k.first_id = b.key_id))
  ),
  reserved = (
    select coalesce(sum(r.units), 0) from credit_reservations r
    where r.organisation_id = b.organisation_id and r.period_start = b.period_start and r.key_id = b.key_id
  )
where exists (select from api_keys k where k.first_id = b.key_id);
