-- What each process tells of itself with its heartbeats, for whoever runs the service.
alter table credit_holders add column facts jsonb;
