-- The dashboard counts the callbacks that failed within a day, however old their orders are.
create index callbacks_failed_lately on callbacks (member_no, subject, next_at) where status = 'failed';
