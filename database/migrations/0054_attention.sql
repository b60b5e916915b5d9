-- What waits for a member's decision (decision 0065): counted by these indexes alone, however long the member's history is.

-- Callbacks that have failed and are tried again.
create index callbacks_retrying on callbacks (member_no, subject, system_no) include (amount, fee) where status = 'pending' and attempts > 0;

-- Withdrawals and payouts whose attempt failed: the member pays them again or takes the money back.
create index disbursements_failed on disbursements (member_no, kind, system_no desc) include (amount, fee) where status = 'applying' and submission = 'failed';
