-- The orders whose callbacks failed are found in the index alone: what a callback is about belongs into it.
drop index callbacks_failed;
create index callbacks_failed on callbacks (member_no, subject, system_no) where status = 'failed';
