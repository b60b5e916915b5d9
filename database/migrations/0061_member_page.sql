-- The operators' page of a member: what operators note about it, and what was done by it and to it.

create table member_notes (
  member_no bigint not null references members,
  note_id bigint not null,
  note text not null check (note <> ''),
  written_by bigint not null references users,
  created_at timestamptz not null,
  primary key (member_no, note_id)
);
comment on table member_notes is 'What operators note about a member, for operators only. The ids rise with time.';
create trigger member_notes_stay before delete or update or truncate on member_notes for each statement execute function refuse_change();

create index audit_log_by_member on audit_log (member_no, created_at, chain, seq) where member_no is not null;
