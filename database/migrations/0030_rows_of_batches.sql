-- What a batch hands over, as rows: one `unnest` of one array of these instead of one array for each column, which would cost
-- every statement as much for its columns as for several of its rows. A change to a type's columns takes a type of another name:
-- while an installation is being renewed, both servers write.

create type new_order_number as (member_no bigint, kind text, order_no text, system_no bigint, amount bigint);

create type new_order as (
  member_no bigint, system_no bigint, order_no text, kind text, channel_id integer, upstream_id integer, currency text, amount bigint, fee bigint, cost bigint,
  status text, created_at timestamptz, expires_at timestamptz, commissions jsonb, subject text, notify_url text, return_url text, attach text, client_ip inet,
  sign_type text, request_hash bytea, upstream_no text, pay_url text, qr_content text
);

create type reported_payment as (member_no bigint, system_no bigint, upstream_id integer, amount bigint, currency text);

create type rollup_addition as (
  member_no bigint, span text, bucket timestamptz, kind text, channel_id integer, created_count bigint, created_amount bigint, success_count bigint,
  success_amount bigint, success_fee bigint, expired_count bigint, expired_amount bigint, paid_count bigint, paid_amount bigint, paid_fee bigint
);

create type new_journal as (
  member_no bigint, reference bigint, kind text, currency text, created_at timestamptz, wallet bigint, transit bigint, clearing bigint, fees bigint,
  commission bigint, adjustment bigint, inter_member bigint, upstream_id integer, wallet_seq bigint, wallet_before bigint, wallet_after bigint, amount bigint,
  fee bigint, wallet_total_in bigint, wallet_total_fees bigint, held bigint, release_at timestamptz, remark text
);

create type wallet_state as (
  member_no bigint, currency text, wallet bigint, transit bigint, clearing bigint, fees bigint, commission bigint, adjustment bigint, inter_member bigint,
  seq bigint, last_entry_at timestamptz, total_in bigint, total_fees bigint, held_until timestamptz[], held_amounts bigint[], overdraft_allowed boolean
);

create type new_commission_share as (
  member_no bigint, reference bigint, agent_no bigint, currency text, amount bigint, held bigint, release_at timestamptz, created_at timestamptz
);

create type new_callback as (member_no bigint, system_no bigint, subject text, receiver text, amount bigint, fee bigint, created_at timestamptz);
