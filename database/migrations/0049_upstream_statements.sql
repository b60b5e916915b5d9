-- The platform's statements from its upstreams: how they are read, the files, and their lines (decision 0058).

create table upstream_mappings (
  upstream_id integer not null,
  version integer not null check (version > 0),
  mapping jsonb not null,
  user_id bigint not null,
  created_at timestamptz not null,
  primary key (upstream_id, version)
);
create trigger upstream_mappings_stay before update or delete or truncate on upstream_mappings for each statement execute function refuse_change();

create table upstream_files (
  upstream_id integer not null,
  file_id uuid not null,
  -- The platform's day that the statement is about.
  day date not null,
  name text not null,
  format text not null check (format in ('csv', 'xlsx', 'camt053', 'mt940', 'connector')),
  -- SHA-256 of the file, or of the lines that a connector fetched.
  content_hash bytea not null,
  -- The mapping that it was read by; null if a connector fetched it.
  mapping_version integer,
  rows integer not null check (rows >= 0),
  -- Null if a connector fetched it.
  user_id bigint,
  uploaded_at timestamptz not null,
  -- read: not yet compared with our books.
  state text not null check (state in ('read', 'matched', 'replaced')),
  replaced_by uuid,
  -- Of a bank's statement.
  opening bigint,
  closing bigint,
  primary key (upstream_id, file_id),
  check ((state = 'replaced') = (replaced_by is not null))
);
-- A day of an upstream has one statement that counts.
create unique index upstream_files_current on upstream_files (upstream_id, day) where state <> 'replaced';
create index upstream_files_by_time on upstream_files (uploaded_at, file_id);
create trigger upstream_files_keep before update of upstream_id, file_id, day, name, format, mapping_version, user_id, uploaded_at on upstream_files for each statement execute function refuse_change();
create trigger upstream_files_stay before delete or truncate on upstream_files for each statement execute function refuse_change();

create table upstream_lines (
  upstream_id integer not null,
  day date not null,
  line_no integer not null,
  file_id uuid not null,
  upstream_no text,
  our_no text,
  kind text not null check (kind in ('payin', 'payout', 'settlement', 'reversal', 'fee', 'other')),
  -- Positive where the upstream owes us more.
  amount bigint not null,
  -- What the upstream keeps, or gives back with a reversal. Null: not said.
  fee bigint check (fee >= 0),
  at timestamptz,
  -- Null: the statement lists only what succeeded.
  status text check (status in ('success', 'pending', 'failed')),
  raw text not null,
  primary key (upstream_id, file_id, line_no)
);
create trigger upstream_lines_stay before update or delete or truncate on upstream_lines for each statement execute function refuse_change();

create type new_upstream_line as (
  line_no integer, upstream_no text, our_no text, kind text, amount bigint, fee bigint, at timestamptz, status text, raw text
);
