-- How many orders each upstream was given, and how many of them were paid since (decision 0093).

-- Hours of earlier releases and those that a process of the earlier release writes have none; the job reads them again.
alter table platform_upstreams add column created_count bigint not null default 0;
alter table platform_upstreams add column success_count bigint not null default 0;
comment on table platform_upstreams is 'Orders of all members by upstream: sums of orders, copied by a job.';
comment on column platform_upstreams.created_count is 'Orders created in the bucket; what is paid is in that of the payment.';
comment on column platform_upstreams.success_count is 'Of the orders created in the bucket, those that were paid since.';
