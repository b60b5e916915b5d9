-- Operators find payouts by amount, and what is uncommon among all: withdrawals, and what was cancelled.

create index disbursements_by_amount on disbursements (amount, system_no desc) include (fee);
create index disbursements_withdrawals_of_all on disbursements (system_no desc) include (amount, fee) where kind = 'withdrawal';
create index disbursements_cancelled_of_all on disbursements (system_no desc) include (amount, fee) where status = 'cancelled';
