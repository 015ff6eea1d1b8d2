-- What the first person of an instance signs up with; gone when the first organisation has an owner.

create table setup_codes (
  organisation_id text primary key references organisations (id) on delete cascade,
  -- Sealed.
  sealed bytea not null,
  created_at timestamptz not null default now()
);

alter table setup_codes enable row level security, force row level security;
create policy own_organisation on setup_codes
  using (current_setting('app.bypass', true) = 'on' or organisation_id = current_setting('app.organisation_id', true));
