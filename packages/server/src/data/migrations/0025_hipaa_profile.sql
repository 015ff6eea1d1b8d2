-- An organization that may keep nothing of its documents here: who may come in, and what is kept, follow from it.
alter table organisations add column hipaa boolean not null default false;
