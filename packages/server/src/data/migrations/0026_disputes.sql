-- Whether a subscription ended because a bank took a payment back: it goes on when the bank gives that back again.
alter table billing_accounts add column disputed boolean not null default false;
