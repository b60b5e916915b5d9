-- The entries that settlement holds for more than three days, by the time of their release, as the release calendar of the
-- first page leads to them. Those held for less are among the entries of the three days before it, so that a payment under
-- common terms writes nothing into this index.

create index journals_held_long on journals (member_no, release_at)
  where release_at - created_at > interval '72:00:00' and wallet_seq is not null;
