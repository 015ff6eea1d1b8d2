-- Invitations: what proves one, and who may have sent it. Second factors: which codes were used.

-- HMAC-SHA-256 of the token in the link. The token itself is kept nowhere.
alter table invitations add column digest bytea unique;
-- A key can invite too.
alter table invitations alter column inviter_id drop not null;

-- Codes of authenticators that were tried a moment ago: none is taken twice (RFC 6238, section 5.2).
create table used_codes (
  user_id text not null references users (id) on delete cascade,
  -- HMAC-SHA-256 of the code.
  digest bytea not null,
  used_at timestamptz not null,
  primary key (user_id, digest)
);
