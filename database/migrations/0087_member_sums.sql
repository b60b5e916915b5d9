-- What the operators' list of members shows of each member, so that it has sums under any filter (decision 0097).

create table member_sums (
  member_no bigint not null,
  kind text not null,
  state text not null,
  certification text not null,
  upline_no bigint,
  created_at timestamptz not null,
  balance bigint not null,
  frozen bigint not null,
  last_day timestamptz not null,
  closed_amount bigint not null,
  recent_amount bigint not null,
  primary key (member_no)
);
comment on table member_sums is 'Each member as the operators'' list filters and sums it: its wallet, and its payments of thirty days, copied by a job.';
comment on column member_sums.last_day is 'The start of the last of the thirty days when closed_amount was summed.';
comment on column member_sums.closed_amount is 'Paid on the thirty days without the last two.';
comment on column member_sums.recent_amount is 'Paid on the last two days, of which orders are still being booked.';
