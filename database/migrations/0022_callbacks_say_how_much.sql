-- A list of failed callbacks adds up what their orders were: in the index alone, not by a thousand looks into the orders.
alter table callbacks add column amount bigint not null default 0, add column fee bigint not null default 0;
update callbacks c set amount = o.amount, fee = o.fee from orders o where c.subject = 'payin' and o.member_no = c.member_no and o.system_no = c.system_no;
update callbacks c set amount = d.amount, fee = d.fee from disbursements d where c.subject = 'payout' and d.member_no = c.member_no and d.system_no = c.system_no;
alter table callbacks alter column amount drop default, alter column fee drop default;
drop index callbacks_failed;
create index callbacks_failed on callbacks (member_no, subject, system_no) include (amount, fee) where status = 'failed';
create or replace view audit.callbacks as
  select member_no, system_no, subject, status, attempts, created_at, amount as amount_minor, fee as fee_minor from public.callbacks;
