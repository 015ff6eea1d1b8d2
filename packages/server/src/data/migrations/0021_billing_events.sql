-- Events of the payment provider that were taken: each counts once.

create table billing_events (
  id text primary key,
  at timestamptz not null default now()
);
