-- Filters that users saved under a name. They belong to a login, not to a member.
create table list_views (
  user_id bigint not null references users,
  view_id uuid not null,
  -- The list, as the console names it.
  list text not null,
  name text not null,
  -- The filters as they stand in the list's address.
  query text not null,
  created_at timestamptz not null,
  primary key (user_id, view_id),
  unique (user_id, list, name)
);

-- Reversed orders are rare and can be chosen in the order lists.
create index orders_reversed on orders (member_no, system_no) where status = 'reversed';
create index agent_orders_reversed on agent_orders (member_no, system_no) where status = 'reversed';
