-- What the first person of an instance signs up with; gone when the first organisation has an owner.

create table setup_codes (
  organisation_id text primary key references organisations (id) on delete cascade,
  -- Sealed.
  sealed bytea not null,
  created_at timestamptz not null default now()
);
