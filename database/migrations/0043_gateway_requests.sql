-- The gateway's log of requests, refused and served. It replaces gateway_refusals.
create table gateway_requests (
  member_no bigint not null,
  -- A UUID of version 7 that begins with `at`, so the key is the order of the list.
  request_id uuid not null,
  at timestamptz not null,
  path text not null,
  -- 'ok', or the name of the error.
  result text not null,
  http_status smallint not null,
  duration_ms integer not null,
  sign_type text,
  -- Which of the merchant's keys the signature fits, for sign types with a shared key.
  key text check (key in ('new', 'old')),
  ip inet not null,
  order_no text,
  -- Whether the merchant's signature was right.
  signed boolean not null,
  -- {fields, wrong, values, headers, target, timestamp, nonce, signature, bodyHash}: without keys, account and holder masked.
  request json not null,
  -- The body as it came, where the signature did not fit: what was wrong is looked for when the merchant asks.
  body_sealed bytea,
  reply text,
  primary key (member_no, request_id)
);
create index gateway_requests_errors on gateway_requests (member_no, result, request_id) include (path, at) where result <> 'ok';
create index gateway_requests_by_order on gateway_requests (member_no, order_no text_pattern_ops, request_id) where order_no is not null;
-- For deleting what is too old. Rows are written in the order of time.
create index gateway_requests_by_age on gateway_requests using brin (at);

create type new_gateway_request as (
  member_no bigint, request_id uuid, at timestamptz, path text, result text, http_status smallint, duration_ms integer, sign_type text, key text, ip inet,
  order_no text, signed boolean, request json, body_sealed bytea, reply text
);

-- Requests that were only counted, by hour and reason. Every process adds what it counted.
create table gateway_requests_unkept (
  member_no bigint not null,
  hour timestamptz not null,
  -- unsigned: beyond the budget of what can't prove its signature. served: above the rate. lost: the database was too slow.
  reason text not null check (reason in ('unsigned', 'served', 'lost')),
  count bigint not null check (count > 0),
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (member_no, hour, reason)
);

insert into gateway_requests (member_no, request_id, at, path, result, http_status, duration_ms, sign_type, ip, order_no, signed, request)
select member_no, refusal_id, at, path, error, case error when 'rate_limited' then 429 else 200 end, 0, sign_type, ip, order_no, signed, request::json
from gateway_refusals;
insert into gateway_requests_unkept (member_no, hour, reason, count, first_at, last_at)
select member_no, hour, 'unsigned', count, first_at, last_at from gateway_refusals_unkept;
delete from gateway_refusals;
delete from gateway_refusals_unkept;
-- Processes of the release before still write gateway_refusals and gateway_refusals_unkept: a job moves their rows. The next release
-- drops both tables.
