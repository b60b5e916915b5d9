-- Queues of operators: who looks at a certification, the same ID number, photo or account at other members, remarks that
-- members read in their own language, and certifications that are revoked.

alter table certifications
  add column id_number_hash bytea,
  add column photo_hashes bytea[],
  add column review_template text,
  add column revoked_at timestamptz,
  add column claimed_by bigint,
  add column claimed_until timestamptz,
  add constraint certifications_claimed check ((claimed_by is null) = (claimed_until is null)),
  add constraint certifications_revoked check (revoked_at is null or status = 'rejected');
create index certifications_by_id_number on certifications (id_number_hash);
create index certifications_by_photo on certifications using gin (photo_hashes);
create index certifications_unhashed on certifications (certification_id) where id_number_hash is null;
comment on column certifications.id_number_hash is 'Keyed hash: the same for all members. Null: a job has not hashed it yet.';
comment on column certifications.photo_hashes is 'Keyed hashes of both pictures as they are stored.';
comment on column certifications.review_template is 'The name of a remark that each reader gets in their language, before review_remark.';
comment on column certifications.revoked_at is 'Approved before, and no longer.';
comment on column certifications.claimed_by is 'The operator who looks at it until claimed_until.';

alter table bank_cards
  add column shared_hash bytea,
  add column review_template text;
create index bank_cards_shared on bank_cards (shared_hash) where removed_at is null;
create index bank_cards_unhashed on bank_cards (card_id) where shared_hash is null and removed_at is null;
comment on column bank_cards.shared_hash is 'Keyed hash of the account: the same for all members. Null: a job has not hashed it yet.';
comment on column bank_cards.review_template is 'The name of a remark that each reader gets in their language, before review_remark.';
