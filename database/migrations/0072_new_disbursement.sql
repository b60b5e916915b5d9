-- The rows of an insertion of withdrawals and payouts, as one parameter.
create type new_disbursement as (
  member_no bigint, system_no bigint, kind text, source text, order_no text, currency text, amount bigint, fee bigint, type text, holder text,
  bank text, branch text, account_sealed bytea, account_hint text, status text, submission text, review text, request_hash bytea, sign_type text,
  notify_url text, attach text, remark text, created_at timestamptz, due_at timestamptz, account_hash bytea, batch_no bigint, batch_line integer);
