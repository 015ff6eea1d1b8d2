-- Subscriptions that are paid by card: their state, invoices, and the money that came in. Amounts of money are whole
-- cents; unit prices micro-USD.

-- A trial that goes on as the plan when it is over, unless it is canceled before.
alter table subscriptions add column continues boolean not null default false;

-- Milliseconds that the clock of an organisation is ahead, where billing is for trying only.
alter table credit_settings add column clock_shift bigint not null default 0 check (clock_shift >= 0);

-- What is agreed with an organisation, and what happens next.
create table billing_accounts (
  organisation_id text primary key references organisations (id) on delete cascade,
  state text not null check (state in ('incomplete', 'trialing', 'active', 'past_due', 'canceled')),
  -- The plan as it was when it began.
  terms jsonb,
  billing text check (billing in ('month', 'year')),
  -- Nothing that was used before is billed here.
  since timestamptz,
  -- The instant that months are counted from, and how many of them have begun and are billed.
  anchor timestamptz,
  months integer not null default 0 check (months >= 0),
  trial_ends_at timestamptz,
  reminded boolean not null default false,
  -- Whether it ends with what is paid.
  ends_with_period boolean not null default false,
  -- {plan, billing} that follows when the period is over.
  next jsonb,
  -- {invoice, why}: is being charged now.
  collecting jsonb,
  -- The invoice that could not be charged, since when, and how often it was tried again.
  owed text,
  failed_at timestamptz,
  tries integer not null default 0 check (tries >= 0),
  -- {reference, fingerprint, brand, last4}: never the number.
  card jsonb,
  -- {reference, url, choice}: waits until the customer has confirmed the card.
  setup jsonb,
  -- Emails that are to be sent: [{kind, …}].
  notices jsonb not null default '[]',
  -- When there is something to do, by the real clock.
  due_at timestamptz,
  -- Who works on it; others take over when the lease is over.
  holder text,
  held_until timestamptz,
  updated_at timestamptz not null default now()
);
create index billing_accounts_due_at on billing_accounts (due_at) where due_at is not null;

-- Trials that were had, by digest: they stay when the organisation is gone.
create table billing_trials (
  kind text not null check (kind in ('organisation', 'card', 'domain')),
  digest text not null,
  at timestamptz not null,
  primary key (kind, digest)
);

-- The last number of each issuer and year. Its row is locked until the invoice is written: there are no gaps.
create table billing_numbers (
  issuer text not null,
  year integer not null,
  last integer not null check (last > 0),
  primary key (issuer, year)
);

-- Invoices and credit notes. They outlive the organisation, so organisation_id refers to no table.
create table billing_invoices (
  id text primary key,
  organisation_id text not null,
  kind text not null check (kind in ('invoice', 'credit_note')),
  -- draft: is charged before it is issued, and never is if that fails.
  status text not null check (status in ('draft', 'open', 'paid', 'uncollectible', 'void', 'issued')),
  issuer text not null,
  year integer,
  sequence integer,
  -- What begins when it is paid.
  intent jsonb,
  -- The invoice that a credit note is about.
  corrects text references billing_invoices (id),
  -- Who bills, and who is billed, as they were then.
  parties jsonb not null,
  total_cents bigint not null,
  -- Charges that were tried and answered.
  attempts integer not null default 0,
  made_at timestamptz not null,
  issued_at timestamptz,
  paid_at timestamptz,
  unique (issuer, year, sequence),
  check ((status in ('draft', 'void')) = (sequence is null)),
  check (kind = 'credit_note' or total_cents >= 0)
);
create index billing_invoices_organisation_id on billing_invoices (organisation_id, issued_at, sequence);

create table billing_lines (
  invoice_id text not null references billing_invoices (id),
  organisation_id text not null,
  position integer not null,
  kind text not null check (kind in ('plan', 'plan_credit', 'overage', 'tax', 'refund')),
  text text not null,
  quantity bigint not null,
  unit_price bigint not null check (unit_price >= 0),
  amount_cents bigint not null,
  -- For credits beyond the plan: the period of the ledger that they were used in.
  period_start timestamptz,
  primary key (invoice_id, position)
);

-- Money that came in (positive) and went back (negative).
create table billing_payments (
  id text primary key,
  organisation_id text not null,
  invoice_id text not null references billing_invoices (id),
  kind text not null check (kind in ('payment', 'refund', 'dispute', 'dispute_won')),
  amount_cents bigint not null,
  -- What the provider calls it: each is there once.
  provider text not null,
  reference text not null,
  at timestamptz not null,
  unique (provider, reference),
  check ((amount_cents < 0) = (kind in ('refund', 'dispute')))
);
create index billing_payments_invoice_id on billing_payments (invoice_id);

create trigger billing_lines_append_only before update or delete on billing_lines
  for each row execute function refuse_change();
create trigger billing_payments_append_only before update or delete on billing_payments
  for each row execute function refuse_change();

-- What is issued stays as it is but for whether it is paid.
create function refuse_invoice_change() returns trigger language plpgsql as $$
begin
  if old.sequence is not null and (
    new.sequence is distinct from old.sequence or new.year is distinct from old.year or new.issuer <> old.issuer
    or new.total_cents <> old.total_cents or new.organisation_id <> old.organisation_id
    or new.parties <> old.parties or new.issued_at is distinct from old.issued_at or new.kind <> old.kind
  ) then
    raise exception 'an invoice that is issued is not changed';
  end if;
  return new;
end
$$;
create trigger billing_invoices_fixed before update on billing_invoices
  for each row execute function refuse_invoice_change();
create trigger billing_invoices_kept before delete on billing_invoices
  for each row execute function refuse_change();

-- The provider for trying: what it was asked for and answered.
create table billing_test_charges (
  key text primary key,
  organisation_id text not null,
  amount_cents bigint not null,
  succeeded boolean not null,
  at timestamptz not null default now()
);

alter table billing_accounts enable row level security, force row level security;
create policy own_organisation on billing_accounts
  using (current_setting('app.bypass', true) = 'on' or organisation_id = current_setting('app.organisation_id', true));

alter table billing_invoices enable row level security, force row level security;
create policy own_organisation on billing_invoices
  using (current_setting('app.bypass', true) = 'on' or organisation_id = current_setting('app.organisation_id', true));

alter table billing_lines enable row level security, force row level security;
create policy own_organisation on billing_lines
  using (current_setting('app.bypass', true) = 'on' or organisation_id = current_setting('app.organisation_id', true));

alter table billing_payments enable row level security, force row level security;
create policy own_organisation on billing_payments
  using (current_setting('app.bypass', true) = 'on' or organisation_id = current_setting('app.organisation_id', true));

alter table billing_test_charges enable row level security, force row level security;
create policy own_organisation on billing_test_charges
  using (current_setting('app.bypass', true) = 'on' or organisation_id = current_setting('app.organisation_id', true));
