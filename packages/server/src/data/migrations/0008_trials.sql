-- Trials that are over stay so, whatever a clock says later.

-- When a server saw for the first time that the trial or the plan was over; null while it runs.
alter table subscriptions add column over_at timestamptz;
update subscriptions set over_at = least(trial_ends_at, ends_at) where least(trial_ends_at, ends_at) <= now();
