-- An insertion hands in its time as a column: what decides a conflict on another machine can't be a parameter. The previous release
-- leaves it out.
alter table gateway_nonces add column spent_at timestamptz;
