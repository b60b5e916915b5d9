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
  published_by bigint,
  published_at timestamptz not null
);
comment on table routing_versions is 'The routes of all channels and of payouts as they were published. The first one is what was there before.';
comment on column routing_versions.back_to is 'The earlier version that this one brought back.';
create trigger routing_versions_stay before delete or update or truncate on routing_versions for each statement execute function refuse_change();

create table routing_draft (
  one boolean primary key default true check (one),
  content jsonb not null,
  base text not null,
  edited_by bigint not null,
  edited_at timestamptz not null
);
comment on column routing_draft.base is 'A digest of the routes that were published when the draft was begun.';

create table member_rate_changes (
  member_no bigint not null,
  change_id uuid not null default gen_random_uuid(),
  channel_id integer not null,
  changed_at timestamptz not null,
  percent integer not null,
  fixed bigint not null,
  min_fee bigint,
  max_fee bigint,
  closed boolean not null,
  changed_by bigint,
  reason text not null default '',
  primary key (member_no, change_id)
);
create index member_rate_changes_of_cell on member_rate_changes (member_no, channel_id, changed_at desc);
comment on table member_rate_changes is 'Each rate that a member was given, as it was then.';
comment on column member_rate_changes.changed_by is 'The operator. Null: the agent above, or the platform itself.';
create trigger member_rate_changes_stay before delete or update or truncate on member_rate_changes for each statement execute function refuse_change();
