-- Channels that merchants call, the upstream accounts that serve them, and what each member pays.

create table upstreams (
  upstream_id integer primary key,
  connector text not null,
  name text not null,
  -- Sealed JSON of the connector's own settings (addresses, keys).
  settings_sealed bytea not null,
  state text not null default 'open' check (state in ('open', 'closed'))
);

create table channels (
  channel_id integer primary key,
  code text not null unique check (code ~ '^[a-z0-9_]{2,32}$'),
  -- Language → name.
  name jsonb not null,
  mode text not null check (mode in ('qr', 'h5', 'bank', 'wallet', 'cash')),
  state text not null default 'open' check (state in ('open', 'closed')),
  min_amount bigint not null check (min_amount > 0),
  max_amount bigint not null check (max_amount >= min_amount),
  -- Per member and day of the platform; null is unlimited.
  daily_limit bigint check (daily_limit > 0),
  -- Wall clock of the platform; both null is always open; from > to spans midnight.
  open_from time,
  open_to time,
  recharge boolean not null default false,
  routing text not null default 'single' check (routing in ('single', 'turn', 'weighted')),
  -- The rate of a member that has none of its own. Percent in ten-thousandths.
  percent integer not null check (percent between 0 and 1000000),
  fixed bigint not null default 0 check (fixed >= 0),
  min_fee bigint check (min_fee >= 0),
  max_fee bigint check (max_fee >= 0),
  check ((open_from is null) = (open_to is null))
);

create table channel_routes (
  channel_id integer not null references channels,
  upstream_id integer not null references upstreams,
  -- 'single' takes the lowest position, 'weighted' draws by weight.
  position smallint not null default 1,
  weight integer not null default 1 check (weight > 0),
  state text not null default 'open' check (state in ('open', 'closed')),
  cost_percent integer not null default 0,
  cost_fixed bigint not null default 0,
  primary key (channel_id, upstream_id)
);

create table member_rates (
  member_no bigint not null references members,
  channel_id integer not null references channels,
  percent integer not null check (percent between 0 and 1000000),
  fixed bigint not null default 0 check (fixed >= 0),
  min_fee bigint check (min_fee >= 0),
  max_fee bigint check (max_fee >= 0),
  primary key (member_no, channel_id)
);

-- What a member's orders of a day have taken of a channel's daily limit: open and paid orders; an expired one gives it back.
create table channel_usage (
  member_no bigint not null references members,
  channel_id integer not null references channels,
  day date not null,
  reserved bigint not null check (reserved >= 0),
  primary key (member_no, channel_id, day)
) with (fillfactor = 70);
