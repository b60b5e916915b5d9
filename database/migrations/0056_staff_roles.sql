-- Roles of operators: sets of rights. Those there are already become owners, who can do what they could.

alter table users add column staff_roles text[];
update users set staff_roles = '{owner}' where role = 'operator';
alter table users add constraint users_staff_roles check (staff_roles is null or role = 'operator');
comment on column users.staff_roles is 'An operator''s roles: names of built-in roles, or ids of staff_roles. Null or empty: it can only log in.';

create table staff_roles (
  role_id uuid primary key,
  name text not null,
  rights text[] not null,
  changed_at timestamptz not null
);
create unique index staff_roles_by_name on staff_roles (lower(name));
comment on table staff_roles is 'Roles that an owner has made. The built-in ones are in the code.';
comment on column staff_roles.rights is 'Area and verb, such as cards.act. Rights that the code does not know are ignored.';
