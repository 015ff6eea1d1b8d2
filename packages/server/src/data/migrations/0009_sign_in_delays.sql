-- Tries to sign in that nobody has answered with the right password, for each account and where they came from.

create table sign_in_delays (
  -- HMAC-SHA-256 of the account, whether there is one or not: of its address, or of its id for second factors.
  account bytea not null,
  -- A browser that the account was used in before, a network, or '*' for all networks.
  origin text not null,
  tries integer not null,
  last_at timestamptz not null,
  primary key (account, origin)
);
create index sign_in_delays_last_at on sign_in_delays (last_at);

-- Accounts whose address nobody has verified are removed after some days.
create index users_unverified on users (created_at) where not email_verified;
