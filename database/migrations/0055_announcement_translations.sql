-- Announcements in each language of the platform.

alter table announcements add column translations jsonb not null default '{}';
comment on column announcements.translations is 'Title and body by language; a language that is missing reads title and body.';
