-- Who may use the analysis while it is by waitlist. What was used of it stands in the ledger of credits.
create table analysis_access (
  organisation_id text primary key references organisations (id) on delete cascade,
  status text not null check (status in ('waiting', 'granted')),
  -- Null: it was granted without being asked for.
  asked_at timestamptz,
  granted_at timestamptz,
  check ((status = 'granted') = (granted_at is not null))
);

alter table analysis_access enable row level security, force row level security;
create policy own_organisation on analysis_access
  using (current_setting('app.bypass', true) = 'on' or organisation_id = current_setting('app.organisation_id', true));
