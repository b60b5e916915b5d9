-- What was done, by whom and from where, in chains that nothing can be taken out of; notices for the bell and the phone;
-- links that set a forgotten password anew.

-- One chain an acting user. Rows are only ever added.
create table audit_log (
  -- The acting user; 0: nobody was logged in, the platform itself acted.
  chain bigint not null,
  seq bigint not null check (seq > 0),
  -- Whose account it concerns; null for what concerns no member.
  member_no bigint,
  action text not null,
  object text not null,
  result text not null check (result in ('done', 'refused')),
  ip text,
  device text not null,
  created_at timestamptz not null,
  -- Over this row and the hash before it, under a key that is not in the database.
  hash bytea not null,
  primary key (chain, seq)
);
create index audit_log_by_time on audit_log (chain, created_at, seq);

-- Where each chain ends, so that a tail that was cut off is missed.
create table audit_heads (
  chain bigint primary key,
  seq bigint not null,
  hash bytea not null,
  -- Over chain, seq and hash, under the same key: an older end can't be written here by whoever has no key.
  seal bytea not null
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the rows of % stay as they are', tg_table_name using errcode = 'insufficient_privilege';
end
$$;
create trigger audit_log_is_append_only before update or delete or truncate on audit_log for each statement execute function refuse_change();
create trigger audit_heads_stay before delete or truncate on audit_heads for each statement execute function refuse_change();

create table notices (
  user_id bigint not null references users,
  notice_id bigint not null generated always as identity,
  kind text not null,
  -- What the text's placeholders are filled with.
  text_values jsonb not null,
  created_at timestamptz not null,
  read_at timestamptz,
  -- The number that a text message goes to, while it still has to go; its language, its tries so far and the time of the next.
  sms_to text,
  sms_language text not null check (sms_language in ('en', 'zh', 'es', 'th')),
  sms_tries smallint not null default 0,
  sms_due_at timestamptz,
  primary key (user_id, notice_id),
  check ((sms_to is null) = (sms_due_at is null))
);
create index notices_unread on notices (user_id) where read_at is null;
create index notices_sms_due on notices (sms_due_at) where sms_due_at is not null;

-- The language of the last login: what is written to a user while nobody asks.
alter table users add column language text not null default 'en' check (language in ('en', 'zh', 'es', 'th'));

create table password_resets (
  -- SHA-256 of the link's token.
  token_hash bytea primary key,
  user_id bigint not null references users,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_resets_open on password_resets (user_id) where used_at is null;
