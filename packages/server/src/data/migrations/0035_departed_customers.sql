-- What a payment provider still has of organizations that are deleted: it may be away while one is.
create table billing_departed (
  organisation_id text not null,
  -- Of a card, or of a card that waits to be confirmed.
  reference text not null,
  at timestamptz not null default now(),
  primary key (organisation_id, reference)
);
alter table billing_departed enable row level security, force row level security;
create policy own_organisation on billing_departed
  using (current_setting('app.bypass', true) = 'on' or organisation_id = current_setting('app.organisation_id', true));
