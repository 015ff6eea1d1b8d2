-- Idempotency keys: what was asked with each, and what was answered.

create table idempotency_keys (
  organisation_id text not null references organisations (id) on delete cascade,
  -- HMAC-SHA-256 of the key that the client chose. The key itself is kept nowhere.
  digest bytea not null,
  -- Names this run: whoever takes a key over writes a new one, and the run before can end nothing more.
  id text not null unique,
  -- Runs before it whose processes died. What they cost is given back.
  before text[] not null default '{}',
  -- HMAC-SHA-256 of what was asked. Nothing of the request is kept.
  fingerprint bytea not null,
  -- While it runs: until when, unless it is renewed. Null when it has ended.
  leased_until timestamptz,
  -- HTTP status of the answer; null while it runs.
  status integer,
  -- Bytes of the answer as it was sealed; null if it is not kept.
  size integer,
  -- Its first part, sealed; the others are in idempotency_parts.
  answer bytea,
  expires_at timestamptz not null,
  primary key (organisation_id, digest),
  check ((leased_until is null) = (status is not null))
);
create index idempotency_keys_expires_at on idempotency_keys (expires_at);
create index idempotency_keys_size on idempotency_keys (organisation_id, size) where size is not null;

-- Sealed bytes do not shrink.
alter table idempotency_keys alter column answer set storage external;

create table idempotency_parts (
  organisation_id text not null references organisations (id) on delete cascade,
  -- The run that it is of. One whose run is gone is removed by the purge.
  id text not null,
  part integer not null check (part > 0),
  bytes bytea not null,
  primary key (id, part)
);
create index idempotency_parts_organisation_id on idempotency_parts (organisation_id);
alter table idempotency_parts alter column bytes set storage external;

alter table idempotency_keys enable row level security, force row level security;
create policy own_organisation on idempotency_keys
  using (current_setting('app.bypass', true) = 'on' or organisation_id = current_setting('app.organisation_id', true));

alter table idempotency_parts enable row level security, force row level security;
create policy own_organisation on idempotency_parts
  using (current_setting('app.bypass', true) = 'on' or organisation_id = current_setting('app.organisation_id', true));
