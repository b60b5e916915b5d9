-- Operators change routes as drafts, which they preview and publish (decision 0075).

alter table channel_routes add column daily_limit bigint check (daily_limit > 0);
comment on column channel_routes.daily_limit is 'What the upstream is given of the channel’s orders in a day. Null: unlimited.';

create table channel_member_routes (
  channel_id integer not null references channels,
  member_no bigint not null,
  upstream_id integer not null references upstreams,
  primary key (channel_id, member_no)
);
comment on table channel_member_routes is 'Members whose orders on a channel go to one upstream alone.';

create table route_usage (
  channel_id integer not null,
  upstream_id integer not null,
  day date not null,
  amount bigint not null,
  primary key (channel_id, upstream_id, day)
);
create index route_usage_by_day on route_usage (day);
comment on table route_usage is 'What each upstream has been given of a channel’s orders by day: made, less expired. Each process adds what it has counted.';

create table routing_versions (
  version integer primary key check (version > 0),
  content jsonb not null,
  reason text not null,
  back_to integer,
  published_by bigint references users,
  published_at timestamptz not null
);
comment on table routing_versions is 'The routes of all channels and of payouts as they were published. The first one is what was there before.';
comment on column routing_versions.back_to is 'The earlier version that this one brought back.';
create trigger routing_versions_stay before delete or update or truncate on routing_versions for each statement execute function refuse_change();

create table routing_draft (
  one boolean primary key default true check (one),
  content jsonb not null,
  base text not null,
  edited_by bigint not null references users,
  edited_at timestamptz not null
);
comment on column routing_draft.base is 'A digest of the routes that were published when the draft was begun.';
