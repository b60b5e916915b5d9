-- What the developers' page shows and changes: notes on addresses, hosts that can be notified, when each key was used.

alter table merchant_keys
  -- One note for each address, in the same order; no notes at all for addresses that were stored before.
  add column request_ip_notes text[] not null default '{}',
  add column login_ip_notes text[] not null default '{}',
  -- host or host:port; empty: every host.
  add column notify_hosts text[] not null default '{}',
  add column last_used_ip inet,
  -- The key before the last rotation. Accepted until previous_until, and recognized for a time after it.
  add column previous_created_at timestamptz,
  add column previous_used_at timestamptz,
  add column previous_used_ip inet,
  -- The key before that one, which is only recognized.
  add column ended_key_sealed bytea,
  add column ended_created_at timestamptz,
  add column ended_at timestamptz,
  add column ended_used_at timestamptz,
  add column ended_used_ip inet,
  add constraint merchant_keys_ended_check check (ended_key_sealed is null or ended_at is not null);

-- Served requests by sign type and hour, gathered in memory and added in batches.
create table merchant_key_uses (
  member_no bigint not null,
  hour timestamptz not null,
  sign_type text not null,
  requests bigint not null,
  last_used_at timestamptz not null,
  primary key (member_no, hour, sign_type)
);
create index merchant_key_uses_hour on merchant_key_uses (hour);
