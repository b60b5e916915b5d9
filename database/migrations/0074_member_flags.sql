-- What operators switch off for one member.

alter table members
  add column stopped text[] not null default '{}' check (stopped <@ array['withdrawal', 'payout_batch', 'payout_gateway']),
  add column cards_automatic boolean;
comment on column members.stopped is 'What operators have switched off for the member; payments that it applied for before go on.';
comment on column members.cards_automatic is 'Whether its new cards are approved without review; null: as the platform''s setting says.';
