-- Summaries of blocks are compressed again for each number that is added to a block, and each payment adds two: on a database that was
-- vacuumed, payments ran at a third of their rate. A merchant's number is in order_numbers as well, whose rows never change, so a tree there
-- costs an order one entry.

drop index orders_by_number_of_all;
drop index orders_by_upstream_no_of_all;
create index order_numbers_of_all on order_numbers (order_no);
create index orders_by_upstream_no_of_all on orders (upstream_no) where upstream_no is not null;
