-- Who is billed: name, address and tax number of an organisation, for its next invoices.
create table billing_details (
  organisation_id text primary key references organisations (id) on delete cascade,
  -- {name, line1, line2, city, region, postal_code, country, tax_id}
  details jsonb not null,
  updated_at timestamptz not null
);

alter table billing_details enable row level security, force row level security;
create policy own_organisation on billing_details
  using (current_setting('app.bypass', true) = 'on' or organisation_id = current_setting('app.organisation_id', true));

-- {name, rate, reverseCharge, country}: what was added to an invoice and why, as it was then; null: nothing.
alter table billing_invoices add column tax jsonb;

-- As before, and the tax of an invoice that is issued stays as well.
create or replace function refuse_invoice_change() returns trigger language plpgsql as $$
begin
  if old.sequence is not null and (
    new.sequence is distinct from old.sequence or new.year is distinct from old.year or new.issuer <> old.issuer
    or new.total_cents <> old.total_cents or new.organisation_id <> old.organisation_id
    or new.parties <> old.parties or new.issued_at is distinct from old.issued_at or new.kind <> old.kind
    or new.tax is distinct from old.tax
  ) then
    raise exception 'an invoice that is issued is not changed';
  end if;
  return new;
end
$$;
