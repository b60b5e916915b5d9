-- What a closed day is of: so that the books can be compared with each day, also where the platform's time zone changed.
-- The roll-up is made of journals alone: it is made anew, by the job that goes on with it.
alter table clearing_days disable trigger clearing_days_stay;
delete from clearing_days;
delete from clearing_progress;
alter table clearing_days enable trigger clearing_days_stay;
alter table clearing_days add column starts_at timestamptz not null, add column ends_at timestamptz not null;

create or replace view audit.clearing_days as
select d.upstream_id, d.currency, d.day, d.bookings, d.taken_in as taken_in_minor, d.paid_out as paid_out_minor, d.starts_at, d.ends_at
from public.clearing_days d cross join (select true) as read_only;

-- The journal that answers a difference is always noted, and found: an adjustment or a settlement answers one.
update upstream_differences set act_member_no = member_no, act_reference = reference
where state = 'resolved' and outcome = 'adjusted' and act_reference is null and reference is not null;
create index upstream_differences_by_act on upstream_differences (act_reference) where state = 'resolved' and outcome in ('adjusted', 'settled');
