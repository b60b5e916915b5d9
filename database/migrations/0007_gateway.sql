-- The signed gateway: the platform's and the merchants' keys, nonces that were spent, refused requests.

-- The platform's own key pairs; made once, by whichever process comes first.
create table platform_keys (
  name text primary key check (name in ('rsa')),
  private_key_sealed bytea not null,
  created_at timestamptz not null default now()
);

create table merchant_keys (
  member_no bigint primary key references members,
  -- Sealed: MD5 and HMAC use the same key.
  key_sealed bytea not null,
  previous_key_sealed bytea,
  previous_until timestamptz,
  rotated_at timestamptz not null,
  -- The merchant's RSA public key, PEM.
  public_key text,
  sign_types text[] not null,
  request_ips text[] not null default '{}',
  login_ips text[] not null default '{}',
  last_used_at timestamptz,
  check (previous_key_sealed is null or previous_until is not null)
);

create table gateway_nonces (
  member_no bigint not null,
  nonce text not null,
  expires_at timestamptz not null,
  primary key (member_no, nonce)
);
create index gateway_nonces_expiry on gateway_nonces (expires_at);

create table gateway_refusals (
  member_no bigint not null,
  refusal_id uuid not null,
  at timestamptz not null,
  path text not null,
  sign_type text,
  ip inet not null,
  error text not null,
  order_no text,
  -- The request without its signature and without anything secret.
  request jsonb not null,
  -- Refusals of this member just before this one that were only counted: a flood must not fill the disk.
  skipped_before integer not null default 0,
  primary key (member_no, refusal_id)
);
create index gateway_refusals_newest on gateway_refusals (member_no, at desc);

-- The sandbox upstream's own memory: what its payers pressed. It stands for an outside party.
create table sandbox_payments (
  upstream_no text primary key,
  upstream_id integer not null,
  member_no bigint not null,
  system_no bigint not null,
  amount bigint not null,
  currency text not null,
  status text not null check (status in ('open', 'paid', 'failed')),
  created_at timestamptz not null,
  settled_at timestamptz,
  notified_at timestamptz,
  notify_attempts integer not null default 0,
  next_notify_at timestamptz
);
create index sandbox_payments_due on sandbox_payments (next_notify_at) where next_notify_at is not null;
