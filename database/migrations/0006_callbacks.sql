-- Callbacks to merchants: written in the transaction that changes the state, delivered by a claim loop.

create table callbacks (
  member_no bigint not null,
  -- The order or payout that it tells about; with `subject` the callback's identity (notifyId).
  system_no bigint not null,
  subject text not null check (subject in ('payin', 'payout')),
  -- host:port of the receiver: with the member its lane. Collated plainly, so that `~` follows every receiver.
  receiver text collate "C" not null,
  status text not null check (status in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0,
  created_at timestamptz not null,
  next_at timestamptz not null,
  -- While a worker holds it.
  leased_until timestamptz,
  primary key (member_no, system_no, subject)
) partition by range (system_no);
-- Lane by lane, so that a receiver's backlog is stepped over in one probe, however long it is.
create index callbacks_due on callbacks (member_no, receiver, next_at) where status = 'pending';
create index callbacks_failed on callbacks (member_no, system_no) where status = 'failed';

create table callback_attempts (
  member_no bigint not null,
  system_no bigint not null,
  subject text not null,
  attempt_id uuid not null,
  at timestamptz not null,
  url text not null,
  request text not null,
  reply_status integer,
  reply text,
  error text,
  duration_ms integer not null,
  delivered boolean not null,
  primary key (member_no, system_no, subject, attempt_id)
) partition by range (system_no);
