-- A unique key of a member's table holds the member, or it could not be checked within one shard. These ids are random UUIDs, and the
-- primary keys are (member, id) already: that they are unique for each member is all that is asked.
drop index certifications_by_id;
create index certifications_by_id on certifications (certification_id);
drop index bank_cards_by_id;
create index bank_cards_by_id on bank_cards (card_id);
drop index disbursement_approvals_by_id;
create index disbursement_approvals_by_id on disbursement_approvals (approval_id);
