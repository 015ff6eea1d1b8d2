-- What somebody did, and what was done to them, in all chains: a person asks for it, and an audit log grows for ever.
create index audit_log_actor on audit_log (actor, organisation_id, seq);
create index audit_log_target on audit_log (target, organisation_id, seq) where target is not null;
