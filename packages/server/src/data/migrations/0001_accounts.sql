-- People, organisations and their keys; what they did; the keys of the vault.
-- Times are instants (timestamptz). Ids are text: a prefix and a UUIDv7, so they sort by age.

-- People. The tables and columns are those of better-auth, under our names; auth-names.ts has the mapping.

create table users (
  id text primary key,
  name text not null,
  email text not null unique,
  email_verified boolean not null default false,
  image text,
  two_factor_enabled boolean default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table sessions (
  id text primary key,
  token text not null unique,
  user_id text not null references users (id) on delete cascade,
  active_organisation_id text,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_user_id on sessions (user_id);

-- Ways to sign in: a password, or an account elsewhere.
create table accounts (
  id text primary key,
  account_id text not null,
  provider_id text not null,
  user_id text not null references users (id) on delete cascade,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index accounts_user_id on accounts (user_id);

create table verifications (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_identifier on verifications (identifier);

create table two_factors (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean default true,
  failed_verification_count integer default 0,
  locked_until timestamptz
);
create index two_factors_user_id on two_factors (user_id);
create index two_factors_secret on two_factors (secret);

create table auth_rate_limits (
  id text primary key,
  key text not null unique,
  count integer not null,
  last_request bigint not null
);

create table organisations (
  id text primary key,
  name text not null,
  slug text not null unique,
  logo text,
  metadata text,
  created_at timestamptz not null default now()
);

create table members (
  id text primary key,
  organisation_id text not null references organisations (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  role text not null,
  created_at timestamptz not null default now(),
  unique (organisation_id, user_id)
);
create index members_organisation_id on members (organisation_id);
create index members_user_id on members (user_id);

create table invitations (
  id text primary key,
  organisation_id text not null references organisations (id) on delete cascade,
  email text not null,
  role text,
  status text not null default 'pending',
  expires_at timestamptz not null,
  inviter_id text not null references users (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index invitations_organisation_id on invitations (organisation_id);
create index invitations_email on invitations (email);

-- Keys.

create table api_keys (
  id text primary key,
  organisation_id text not null references organisations (id) on delete cascade,
  -- The person it belongs to; a key without one belongs to the organisation.
  user_id text references users (id) on delete cascade,
  name text not null,
  kind text not null check (kind in ('live', 'test')),
  -- What lists show of the key: its beginning and its last four characters.
  prefix text not null,
  last4 text not null,
  -- HMAC-SHA-256 of the key under the pepper. The key itself is kept nowhere.
  digest bytea not null unique,
  scopes jsonb not null default '[]',
  allowlist jsonb not null default '[]',
  expires_at timestamptz,
  revoked_at timestamptz,
  -- A key that was rotated works until overlap_until, beside the one that follows it.
  rotated_to text references api_keys (id) on delete set null,
  overlap_until timestamptz,
  -- Credits a month; null sets no cap of its own.
  monthly_credit_cap bigint check (monthly_credit_cap >= 0),
  -- Requests a minute; null follows the plan.
  rate_limit integer check (rate_limit >= 0),
  last_used_at timestamptz,
  last_used_address text,
  created_at timestamptz not null default now()
);
create index api_keys_organisation_id on api_keys (organisation_id, id);
create index api_keys_user_id on api_keys (user_id);

-- Guesses, for each source: an IPv4 address or an IPv6 /64.
create table key_locks (
  source text primary key,
  -- Those of the last minutes that no lock has answered yet.
  failures timestamptz[] not null default '{}',
  locked_until timestamptz,
  -- Seconds that the last lock took; 0 if there was none.
  last_lock integer not null default 0,
  last_failure timestamptz not null
);
create index key_locks_last_failure on key_locks (last_failure);

-- Sources that a key was right from. The key of the environment is in no table, so key_id refers to none.
create table key_proofs (
  source text not null,
  key_id text not null,
  proven_at timestamptz not null,
  primary key (source, key_id)
);
create index key_proofs_proven_at on key_proofs (proven_at);

-- Records.

-- One row a request, without anything of its content.
create table request_log (
  id text primary key,
  -- Null when no key was recognized.
  organisation_id text references organisations (id) on delete cascade,
  key_id text,
  at timestamptz not null default now(),
  method text not null,
  -- Pattern of the route, not the path that was sent.
  route text not null,
  status integer not null,
  duration_ms integer not null,
  bytes bigint not null default 0,
  format text,
  credits integer not null default 0,
  error_code text,
  request_id text not null
);
create index request_log_organisation_id on request_log (organisation_id, at desc);
create index request_log_at on request_log (at);

-- A chain for each organisation. It outlives the organisation, so organisation_id refers to no table.
create table audit_log (
  organisation_id text not null,
  seq bigint not null check (seq > 0),
  id text not null unique,
  at timestamptz not null,
  actor text not null,
  action text not null,
  target text,
  detail jsonb not null default '{}',
  prev_hash bytea not null,
  hash bytea not null,
  primary key (organisation_id, seq)
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% of % is refused: its rows are never changed', tg_op, tg_table_name
    using errcode = 'insufficient_privilege';
end
$$;
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_change();
create trigger audit_log_no_truncate before truncate on audit_log
  for each statement execute function refuse_change();

-- Vault.

create table vault_keys (
  organisation_id text not null,
  version integer not null check (version > 0),
  -- The organisation's key, sealed under the master key that master_key_id names.
  wrapped_key bytea not null,
  master_key_id text not null,
  created_at timestamptz not null default now(),
  primary key (organisation_id, version)
);
create index vault_keys_master_key_id on vault_keys (master_key_id);

create table settings (
  name text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);

-- The second wall: a transaction that is bound to an organisation reaches its rows only. Queries across
-- organisations set app.bypass. Without either, there are no rows. A superuser is not bound.

alter table organisations enable row level security, force row level security;
create policy own_organisation on organisations
  using (current_setting('app.bypass', true) = 'on' or id = current_setting('app.organisation_id', true));

alter table members enable row level security, force row level security;
create policy own_organisation on members
  using (current_setting('app.bypass', true) = 'on' or organisation_id = current_setting('app.organisation_id', true));

alter table invitations enable row level security, force row level security;
create policy own_organisation on invitations
  using (current_setting('app.bypass', true) = 'on' or organisation_id = current_setting('app.organisation_id', true));

alter table api_keys enable row level security, force row level security;
create policy own_organisation on api_keys
  using (current_setting('app.bypass', true) = 'on' or organisation_id = current_setting('app.organisation_id', true));

alter table request_log enable row level security, force row level security;
create policy own_organisation on request_log
  using (current_setting('app.bypass', true) = 'on' or organisation_id = current_setting('app.organisation_id', true));

alter table audit_log enable row level security, force row level security;
create policy own_organisation on audit_log
  using (current_setting('app.bypass', true) = 'on' or organisation_id = current_setting('app.organisation_id', true));

alter table vault_keys enable row level security, force row level security;
create policy own_organisation on vault_keys
  using (current_setting('app.bypass', true) = 'on' or organisation_id = current_setting('app.organisation_id', true));
