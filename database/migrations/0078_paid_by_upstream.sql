-- What paid orders cost and earn, by the upstream that took them (decision 0093).

create table platform_upstreams (
  span text not null check (span in ('slot', 'day')),
  bucket timestamptz not null,
  channel_id integer not null,
  upstream_id integer not null,
  paid_count bigint not null,
  paid_amount bigint not null,
  paid_fee bigint not null,
  paid_cost bigint not null,
  paid_commission bigint not null,
  primary key (span, bucket, channel_id, upstream_id)
);
comment on table platform_upstreams is 'Paid orders of all members by upstream: sums of orders, copied by a job.';
comment on column platform_upstreams.span is 'slot: an hour, or the parts of one in which a day begins; day: the sum of its slots.';

-- Finds the orders of an hour by their payment, whenever they were created.
create index orders_by_payment_of_all on orders using brin (paid_at) with (pages_per_range = 32, autosummarize = on);
