-- A range of amounts is asked for within some weeks: by the month first, which the number begins with (yymm).
drop index order_numbers_by_amount;
create index order_numbers_by_amount on order_numbers (member_no, (system_no / 1000000000000000), amount, system_no);
