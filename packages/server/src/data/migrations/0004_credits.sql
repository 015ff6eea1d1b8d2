-- Plans, credits, and what was done with them.
-- Credits, operations and pages are whole numbers. Money is micro-USD, whole as well: 1,000,000 are one US dollar.

-- What an organisation has agreed to, one row for each change; the newest counts.
create table subscriptions (
  id text primary key,
  organisation_id text not null references organisations (id) on delete cascade,
  plan text not null,
  -- The plan as it was then: a later change of the catalogue changes no invoice.
  terms jsonb not null,
  billing text not null check (billing in ('month', 'year')),
  -- The instant that its periods are counted from.
  starts_at timestamptz not null,
  -- Until then nothing is charged; null: it is no trial.
  trial_ends_at timestamptz,
  -- Null: it goes on until another one begins.
  ends_at timestamptz,
  created_at timestamptz not null default now(),
  unique (organisation_id, starts_at)
);

create table credit_settings (
  organisation_id text primary key references organisations (id) on delete cascade,
  -- Micro-USD a period that may be used beyond the plan; 0 turns that off, null is the monthly price of the plan.
  overage_ceiling bigint check (overage_ceiling >= 0),
  updated_at timestamptz not null default now()
);

-- One row for each pool and period that was used.
create table credit_balances (
  organisation_id text not null references organisations (id) on delete cascade,
  pool text not null check (pool in ('credits', 'ai_operations', 'bank_pages')),
  period_start timestamptz not null,
  period_end timestamptz not null,
  -- Null: no limit.
  included bigint check (included >= 0),
  used bigint not null default 0 check (used >= 0),
  reserved bigint not null default 0 check (reserved >= 0),
  primary key (organisation_id, pool, period_start)
);

-- Credits of keys that have a cap of their own.
create table credit_key_balances (
  organisation_id text not null references organisations (id) on delete cascade,
  key_id text not null,
  period_start timestamptz not null,
  used bigint not null default 0 check (used >= 0),
  reserved bigint not null default 0 check (reserved >= 0),
  primary key (organisation_id, key_id, period_start)
);

-- Processes that hold reservations. One that does not renew its row in time is dead.
create table credit_holders (
  id text primary key,
  expires_at timestamptz not null
);

-- Work under way, one row for each pool that it was declared to take from; they go when it is captured or released.
create table credit_reservations (
  id text not null,
  organisation_id text not null references organisations (id) on delete cascade,
  pool text not null check (pool in ('credits', 'ai_operations', 'bank_pages')),
  period_start timestamptz not null,
  units bigint not null check (units >= 0),
  -- Set if it is counted in credit_key_balances too.
  key_id text,
  holder text not null,
  created_at timestamptz not null default now(),
  primary key (organisation_id, id, pool)
);
create index credit_reservations_holder on credit_reservations (holder);

-- What was granted and what was used. It outlives the organisation, so organisation_id refers to no table.
create table credit_ledger (
  organisation_id text not null,
  pool text not null check (pool in ('credits', 'ai_operations', 'bank_pages')),
  -- The job, the period or the correction that it is there for: each is there once.
  cause text not null,
  kind text not null check (kind in ('grant', 'capture', 'void')),
  -- Signed: what is used is negative.
  amount bigint not null,
  -- How much of it was beyond what the period includes, and what one costs in micro-USD.
  overage bigint not null default 0,
  unit_price bigint not null default 0 check (unit_price >= 0),
  period_start timestamptz not null,
  at timestamptz not null,
  key_id text,
  format text,
  template text,
  tag text,
  bytes bigint not null default 0,
  primary key (organisation_id, pool, cause),
  check (kind <> 'capture' or (amount <= 0 and overage between 0 and -amount))
);
create index credit_ledger_at on credit_ledger (organisation_id, at);
create index credit_ledger_period_start on credit_ledger (organisation_id, period_start, key_id);
create trigger credit_ledger_append_only before update or delete on credit_ledger
  for each row execute function refuse_change();
create trigger credit_ledger_no_truncate before truncate on credit_ledger
  for each statement execute function refuse_change();

-- Thresholds that were reached, and that nothing was left: once a period.
create table credit_events (
  organisation_id text not null references organisations (id) on delete cascade,
  pool text not null,
  period_start timestamptz not null,
  kind text not null check (kind in ('threshold_reached', 'exhausted')),
  percent integer not null,
  at timestamptz not null,
  primary key (organisation_id, pool, period_start, kind, percent)
);

-- The steps below are functions so that each is one statement: no row stays locked while somebody waits for a network.
-- Rows are locked in one order, by pool, then those of keys.

-- The row of a pool and period, made if there is none, locked, with what it includes now.
create function open_credit_balance(organisation text, part jsonb, moment timestamptz)
returns credit_balances language plpgsql as $$
declare
  balance credit_balances;
  name text := part ->> 'pool';
  first_instant timestamptz := (part ->> 'start')::timestamptz;
  wanted bigint := (part ->> 'included')::bigint;
begin
  select * into balance from credit_balances b
    where b.organisation_id = organisation and b.pool = name and b.period_start = first_instant for update;
  if not found then
    insert into credit_balances (organisation_id, pool, period_start, period_end)
      values (organisation, name, first_instant, (part ->> 'end')::timestamptz) on conflict do nothing;
    select * into balance from credit_balances b
      where b.organisation_id = organisation and b.pool = name and b.period_start = first_instant for update;
  end if;
  if balance.included is distinct from wanted then
    insert into credit_ledger (organisation_id, pool, cause, kind, amount, period_start, at)
      select organisation, name,
        'period:' || to_char(first_instant, 'YYYY-MM-DD"T"HH24:MI:SS.MS') || ':' || count(*) + 1,
        'grant', coalesce(wanted, 0) - coalesce(balance.included, 0), first_instant, moment
      from credit_ledger l
      where l.organisation_id = organisation and l.pool = name and l.period_start = first_instant and l.kind = 'grant';
    update credit_balances b set included = wanted
      where b.organisation_id = organisation and b.pool = name and b.period_start = first_instant;
    balance.included := wanted;
  end if;
  return balance;
end
$$;

-- The row of a key that has a cap, locked.
create function open_credit_key_balance(organisation text, key text, first_instant timestamptz)
returns credit_key_balances language plpgsql as $$
declare
  of_key credit_key_balances;
begin
  select * into of_key from credit_key_balances k
    where k.organisation_id = organisation and k.key_id = key and k.period_start = first_instant for update;
  if not found then
    insert into credit_key_balances (organisation_id, key_id, period_start, used)
      select organisation, key, first_instant, coalesce(-sum(l.amount), 0)
      from credit_ledger l
      where l.organisation_id = organisation and l.key_id = key and l.period_start = first_instant
        and l.pool = 'credits' and l.kind <> 'grant'
      on conflict do nothing;
    select * into of_key from credit_key_balances k
      where k.organisation_id = organisation and k.key_id = key and k.period_start = first_instant for update;
  end if;
  return of_key;
end
$$;

-- Sets aside what a piece of work is declared to cost: of all its pools, or of none.
create function reserve_credits(job jsonb) returns jsonb language plpgsql as $$
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
        where k.organisation_id = organisation and k.key_id = job ->> 'key_id'
          and k.period_start = (part ->> 'start')::timestamptz;
    end if;
    insert into credit_reservations (id, organisation_id, pool, period_start, units, key_id, holder)
      values (job ->> 'id', organisation, part ->> 'pool', (part ->> 'start')::timestamptz, units,
        case when part ->> 'pool' = 'credits' and cap is not null then job ->> 'key_id' end, job ->> 'holder');
  end loop;
  return '{}';
end
$$;

-- Gives back what was set aside for a piece of work.
create function give_back_credits(organisation text, job_id text) returns void language plpgsql as $$
declare
  held credit_reservations;
begin
  for held in
    select * from credit_reservations r where r.organisation_id = organisation and r.id = job_id
    order by array_position(array['credits', 'ai_operations', 'bank_pages'], r.pool) for update
  loop
    update credit_balances b set reserved = b.reserved - held.units
      where b.organisation_id = organisation and b.pool = held.pool and b.period_start = held.period_start;
    if held.key_id is not null then
      update credit_key_balances k set reserved = k.reserved - held.units
        where k.organisation_id = organisation and k.key_id = held.key_id and k.period_start = held.period_start;
    end if;
    delete from credit_reservations r
      where r.organisation_id = organisation and r.id = job_id and r.pool = held.pool;
  end loop;
end
$$;

-- Turns what was set aside into what the work has cost. Work that costs more than that may take more; if it may not,
-- nothing of it is taken. What was captured before stays as it was.
create function capture_credits(job jsonb) returns jsonb language plpgsql as $$
declare
  organisation text := job ->> 'organisation';
  job_id text := job ->> 'id';
  moment timestamptz := (job ->> 'at')::timestamptz;
  key text := job ->> 'key_id';
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
        where r.organisation_id = organisation and r.id = job_id and r.key_id = key
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
        where k.organisation_id = organisation and k.key_id = key and k.period_start = balance.period_start;
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

-- Gives back what was set aside. What was captured although nobody got anything for it is voided by entries of its own.
create function release_credits(organisation text, job_id text, moment timestamptz) returns void
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
        where k.organisation_id = organisation and k.key_id = entry.key_id and k.period_start = entry.period_start;
    end if;
  end loop;
end
$$;

-- The second wall, as for the other tables.

alter table subscriptions enable row level security, force row level security;
create policy own_organisation on subscriptions
  using (current_setting('app.bypass', true) = 'on' or organisation_id = current_setting('app.organisation_id', true));

alter table credit_settings enable row level security, force row level security;
create policy own_organisation on credit_settings
  using (current_setting('app.bypass', true) = 'on' or organisation_id = current_setting('app.organisation_id', true));

alter table credit_balances enable row level security, force row level security;
create policy own_organisation on credit_balances
  using (current_setting('app.bypass', true) = 'on' or organisation_id = current_setting('app.organisation_id', true));

alter table credit_key_balances enable row level security, force row level security;
create policy own_organisation on credit_key_balances
  using (current_setting('app.bypass', true) = 'on' or organisation_id = current_setting('app.organisation_id', true));

alter table credit_reservations enable row level security, force row level security;
create policy own_organisation on credit_reservations
  using (current_setting('app.bypass', true) = 'on' or organisation_id = current_setting('app.organisation_id', true));

alter table credit_ledger enable row level security, force row level security;
create policy own_organisation on credit_ledger
  using (current_setting('app.bypass', true) = 'on' or organisation_id = current_setting('app.organisation_id', true));

alter table credit_events enable row level security, force row level security;
create policy own_organisation on credit_events
  using (current_setting('app.bypass', true) = 'on' or organisation_id = current_setting('app.organisation_id', true));
