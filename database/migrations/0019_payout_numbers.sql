-- Withdrawals and payouts are searched by the beginning of the merchant's number: in one member's lists, and in the operators' over all members.
create index disbursements_by_number on disbursements (member_no, kind, order_no text_pattern_ops);
create index disbursements_by_number_of_all on disbursements (order_no text_pattern_ops);
