-- Work for an Idempotency-Key is charged only while its run still holds the key: a process that stood still for longer
-- than its lease comes back when another has done the work. The row is locked until the charge is written, so that
-- whoever takes over waits for it, finds the run among those before, and gives the charge back.
create function capture_held_credits(job jsonb, run text) returns jsonb language plpgsql as $$
begin
  perform from idempotency_keys k
    where k.organisation_id = job ->> 'organisation' and k.id = run and k.status is null
    for update;
  if not found then
    return jsonb_build_object('lost', true);
  end if;
  return capture_credits(job);
end
$$;
