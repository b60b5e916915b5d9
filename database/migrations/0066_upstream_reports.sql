-- Statements that upstreams send by themselves, until they are filed.

create table upstream_reports (
  upstream_id integer not null,
  report_id uuid not null,
  period_from timestamptz not null,
  period_to timestamptz not null,
  nonce text not null,
  received_at timestamptz not null,
  filed_for timestamptz[] not null default '{}',
  source_sealed bytea,
  primary key (upstream_id, report_id),
  check (period_to > period_from)
);
comment on table upstream_reports is 'Statements that upstreams sent by themselves. Kept for two weeks: their lines are in upstream_lines.';
comment on column upstream_reports.nonce is 'The signed one with which it came first: the same request again is a replay.';
comment on column upstream_reports.filed_for is 'The beginnings of our days whose statements were filed with it.';
comment on column upstream_reports.source_sealed is 'The file, or where it is. Null: a later report of the same period has replaced it.';
