-- Whoever owns a view over one table could write that table through it. No view of `audit` takes a change from anybody now:
-- what reads two things can't be written. The second one is a single row without meaning, which the planner leaves out again, so
-- that conditions go on reaching the tables' indexes; and it is part of the view's text, which Citus keeps when it makes views anew.
-- A view that is made or replaced later ends its own `from` so: cross join (select true) as read_only.
do $$
declare
  one regclass;
begin
  for one in
    select oid::regclass from pg_class where relnamespace = 'audit'::regnamespace and relkind = 'v' and pg_relation_is_updatable(oid, false) <> 0
  loop
    execute format('create or replace view %s as select kept.* from (%s) as kept cross join (select true) as read_only', one, rtrim(pg_get_viewdef(one), ';'));
  end loop;
end
$$;
