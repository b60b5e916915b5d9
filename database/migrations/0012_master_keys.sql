-- Which master key this database is sealed with, and what is kept of those before it.

create table master_keys (
  -- Derived from the key, and tells nothing about it.
  key_id text primary key check (key_id ~ '^[0-9a-f]{16}$'),
  -- Of a former key: the derived keys that still count, sealed under the present one. Null: it is the present one.
  kept_sealed bytea,
  began_at timestamptz not null,
  -- When nothing was left that only the key before it opens; null while that is under way.
  finished_at timestamptz
);
create unique index master_keys_present on master_keys ((kept_sealed is null)) where kept_sealed is null;
