-- Invitations: what proves one, and who may have sent it.

-- HMAC-SHA-256 of the token in the link. The token itself is kept nowhere.
alter table invitations add column digest bytea unique;
-- A key can invite too.
alter table invitations alter column inviter_id drop not null;
