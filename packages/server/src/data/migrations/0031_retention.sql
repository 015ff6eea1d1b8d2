-- Retention: periods of an organization, its legal hold, and what was removed when its time was over.
alter table organisations
  -- Days by kind, where it keeps things for a shorter time than the instance does.
  add column retention jsonb not null default '{}',
  -- While this is set, nothing of its records is removed.
  add column held_since timestamptz,
  add column hold_reason text,
  add check ((held_since is null) = (hold_reason is null));
create index organisations_held on organisations (id) where held_since is not null;

-- What was removed of an organization on a day (UTC). It outlives the organization, so it refers to none.
create table purges (
  organisation_id text not null,
  kind text not null,
  day date not null,
  -- Rows that were removed.
  count bigint not null check (count > 0),
  -- SHA-256 over the ids of the first removal of the day; then over the digest before, and that of the next ids.
  digest bytea not null,
  -- When it was written into the audit log; null again if more was removed since.
  recorded_at timestamptz,
  primary key (organisation_id, kind, day)
);
create index purges_unrecorded on purges (day) where recorded_at is null;
alter table purges enable row level security, force row level security;
create policy own_organisation on purges
  using (current_setting('app.bypass', true) = 'on' or organisation_id = current_setting('app.organisation_id', true));

-- Refuses to remove rows of an organization with a legal hold, whoever asks for it. The lock orders the two: a hold that
-- is being set waits for what is being removed, or what is being removed sees the hold.
create function refuse_while_held(organisations_of text[]) returns void language plpgsql as $$
begin
  perform from organisations where id = any (organisations_of) order by id for share;
  if exists (select from organisations where id = any (organisations_of) and held_since is not null) then
    raise exception 'a legal hold is set: nothing is removed' using errcode = 'PLH01';
  end if;
end
$$;
create function refuse_removal_while_held() returns trigger language plpgsql as $$
begin
  perform refuse_while_held(array (select distinct organisation_id from gone));
  return null;
end
$$;
create function refuse_purge_while_held() returns trigger language plpgsql as $$
begin
  perform refuse_while_held(array[old.organisation_id]);
  return new;
end
$$;
create function refuse_deletion_while_held() returns trigger language plpgsql as $$
begin
  perform refuse_while_held(array[old.id]);
  return old;
end
$$;
create trigger held after delete on jobs referencing old table as gone
  for each statement execute function refuse_removal_while_held();
create trigger held after delete on job_outputs referencing old table as gone
  for each statement execute function refuse_removal_while_held();
create trigger held after delete on batches referencing old table as gone
  for each statement execute function refuse_removal_while_held();
create trigger held after delete on request_log referencing old table as gone
  for each statement execute function refuse_removal_while_held();
create trigger held after delete on webhook_events referencing old table as gone
  for each statement execute function refuse_removal_while_held();
create trigger held after delete on webhook_deliveries referencing old table as gone
  for each statement execute function refuse_removal_while_held();
create trigger held after delete on templates referencing old table as gone
  for each statement execute function refuse_removal_while_held();
create trigger held after delete on snippets referencing old table as gone
  for each statement execute function refuse_removal_while_held();
-- Content goes before the record of it.
create trigger held_content before update of purged_at on jobs for each row
  when (old.purged_at is null and new.purged_at is not null) execute function refuse_purge_while_held();
create trigger held_content before update of purged_at on batches for each row
  when (old.purged_at is null and new.purged_at is not null) execute function refuse_purge_while_held();
create trigger held_content before update of deleted_at on job_outputs for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function refuse_purge_while_held();
create trigger held before delete on organisations for each row execute function refuse_deletion_while_held();
