-- Pictures that users uploaded, and what members tell about themselves to be certified.

create table files (
  file_id uuid primary key,
  user_id bigint not null references users,
  -- The member that the user belongs to; null for an operator.
  member_no bigint,
  -- What it is kept for; null: nothing yet, and deleted after a day.
  purpose text check (purpose in ('certification', 'avatar')),
  content_type text not null check (content_type in ('image/webp')),
  -- Sealed, bound to file and user.
  bytes_sealed bytea not null,
  created_at timestamptz not null
);
create index files_unclaimed on files (created_at) where purpose is null;

create table certifications (
  member_no bigint not null references members,
  certification_id uuid not null,
  user_id bigint not null references users,
  status text not null check (status in ('pending', 'approved', 'rejected')),
  name text not null,
  -- Sealed, bound to member and certification.
  id_number_sealed bytea not null,
  industry text not null,
  website text not null,
  photo_front uuid not null references files,
  photo_back uuid not null references files,
  remark text not null,
  review_remark text not null default '',
  submitted_at timestamptz not null,
  reviewed_at timestamptz,
  primary key (member_no, certification_id),
  check ((status = 'pending') = (reviewed_at is null)),
  check (photo_front <> photo_back)
);
create unique index certifications_by_id on certifications (certification_id);
-- One that counts or waits a member: of two submissions at once one is too late.
create unique index certifications_current on certifications (member_no) where status <> 'rejected';
create index certifications_newest on certifications (submitted_at desc, certification_id);
