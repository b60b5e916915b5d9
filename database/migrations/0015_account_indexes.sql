-- For long logs and many logins: what is asked for by action, by where somebody came from, by what still waits.

create index audit_log_by_action on audit_log (chain, action, created_at, seq);

-- Every login from a device that is not known asks whether its user came from there before.
create index sessions_by_address on sessions (user_id, ip);

create index certifications_waiting on certifications (submitted_at desc, certification_id) where status = 'pending';
