-- Operators read as a member reads, for a quarter of an hour, and change nothing.

alter table sessions add column viewed_by bigint references users, add column viewed_in uuid, add check ((viewed_by is null) = (viewed_in is null));
comment on column sessions.viewed_by is 'The operator who reads as this user. Such a session changes nothing, and ends with the operator''s own session, viewed_in.';
create index sessions_of_views on sessions (viewed_in) where viewed_in is not null and ended_at is null;
