-- What callers have used of their limits, over all servers of this database. Unlogged: what a crash of the database
-- forgets is a minute of counting, and a request waits for no disk.

create unlogged table caller_rates (
  -- Id of a key or of a person.
  caller text primary key,
  -- When the whole minute may be used again (GCRA, ITU-T I.371).
  whole_at timestamptz not null default '-infinity'
);
create index caller_rates_whole_at on caller_rates (whole_at);

-- Requests under way at once that a process may have; they end with it, as its reservations do (credit_holders).
create unlogged table caller_slots (
  caller text not null,
  holder text not null,
  slots integer not null,
  primary key (caller, holder)
);
create index caller_slots_holder on caller_slots (holder);

-- Hands out requests and slots of one caller to one process, in one statement: whoever asks for the same caller waits.
-- Of the requests that are left, one process gets an eighth at most, so that others find some too; of few, one at a time.
create function take_of_limits(
  p_caller text,
  p_holder text,
  -- Requests a minute, and at once; 0 sets no limit.
  p_rate integer,
  p_concurrency integer,
  -- Requests that the process asks for, and those it was given before and did not use.
  p_wanted integer,
  p_unused integer,
  -- Requests that it wants to have under way, all in all.
  p_slots integer
) returns table (granted integer, remaining integer, whole_in double precision, slots integer, free integer)
language plpgsql as $$
declare
  v_whole timestamptz;
  v_now timestamptz;
  v_interval double precision := 60.0 / greatest(p_rate, 1);
  v_others integer := 0;
begin
  insert into caller_rates as r (caller) values (p_caller)
    on conflict (caller) do update set caller = excluded.caller returning r.whole_at into v_whole;
  -- After others were waited for.
  v_now := clock_timestamp();
  granted := 0;
  remaining := 0;
  slots := p_slots;
  free := 0;

  if p_concurrency > 0 then
    select coalesce(sum(s.slots), 0) into v_others from caller_slots s
      join credit_holders h on h.id = s.holder and h.expires_at > v_now
      where s.caller = p_caller and s.holder <> p_holder;
    slots := greatest(0, least(p_slots, p_concurrency - v_others));
    free := greatest(0, p_concurrency - v_others - slots);
    if slots = 0 then
      delete from caller_slots s where s.caller = p_caller and s.holder = p_holder;
    else
      insert into caller_slots values (p_caller, p_holder, slots)
        on conflict (caller, holder) do update set slots = excluded.slots;
    end if;
  end if;

  -- Requests of long ago have come back already.
  v_whole := greatest(v_now, v_whole - make_interval(secs => p_unused * v_interval));
  if p_rate > 0 then
    whole_in := extract(epoch from v_whole - v_now);
    -- Rounding must not cost a caller a whole request.
    remaining := greatest(0, floor(p_rate - whole_in / v_interval + 0.000001));
    -- What finds no slot does not count.
    if slots = p_slots then
      granted := least(p_wanted, remaining, greatest(1, remaining / 8));
    end if;
    v_whole := v_whole + make_interval(secs => granted * v_interval);
    remaining := remaining - granted;
  end if;
  whole_in := extract(epoch from v_whole - v_now);
  update caller_rates r set whole_at = v_whole where r.caller = p_caller;
  return next;
end $$;
