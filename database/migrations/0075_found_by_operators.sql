-- Operators find batches by number, and cards by the beginning of their holder's name, among those of all members.

create index batches_by_number on batches (batch_no);
create index bank_cards_by_holder on bank_cards (lower(holder) text_pattern_ops) where removed_at is null;
