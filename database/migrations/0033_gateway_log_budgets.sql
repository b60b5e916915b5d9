-- The gateway log keeps every refused request that was signed rightly. Of the others it keeps some, and counts the rest.

-- Whether the request proved by its signature that the merchant sent it.
alter table gateway_refusals add column signed boolean not null default false;

-- Refused requests that were only counted, by hour. Every process adds what it counted.
create table gateway_refusals_unkept (
  member_no bigint not null,
  hour timestamptz not null,
  count bigint not null check (count > 0),
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (member_no, hour)
);

-- What was counted in the next row that was kept, until now.
insert into gateway_refusals_unkept (member_no, hour, count, first_at, last_at)
select member_no, date_trunc('hour', at, 'UTC'), sum(skipped_before), min(at), max(at)
from gateway_refusals where skipped_before > 0 group by 1, 2;
-- Nothing reads `skipped_before` from now on. Processes of the release before still write it beside new ones: the next release drops it.
