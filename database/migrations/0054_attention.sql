-- What waits for a member's decision (decision 0065): counted by these indexes alone, however long the member's history is.

-- Callbacks that have failed and are tried again.
create index callbacks_retrying on callbacks (member_no, subject, system_no) include (amount, fee) where status = 'pending' and attempts > 0;

-- Withdrawals and payouts whose attempt failed: the member pays them again or takes the money back.
create index disbursements_failed on disbursements (member_no, kind, system_no desc) include (amount, fee) where status = 'applying' and submission = 'failed';

-- When all payouts of a batch had an outcome and its member was told; null while one is being paid. A retry makes it null again.
alter table batches add column ended_at timestamptz;
update batches set ended_at = created_at;
-- When a job last looked whether it has ended.
alter table batches add column looked_at timestamptz;
create index batches_open on batches (looked_at nulls first) where ended_at is null;
