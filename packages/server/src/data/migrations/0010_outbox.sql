-- Letters that the mail server has not taken yet. A row is gone when it has, or when the letter is of no use any more.

create table outbox (
  id text primary key,
  kind text not null,
  -- Sealed: address, subject, text and link.
  letter bytea not null,
  tries integer not null default 0,
  next_at timestamptz not null default now(),
  -- The server that sends it now; another may take it when the lease is over.
  holder text,
  leased_until timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index outbox_next_at on outbox (next_at);
