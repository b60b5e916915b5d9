/** Why a reader's confirmation of open proposals would be refused now. */
import type { Queryable } from '#foundation/server/postgres/database.ts';
import type { Hindrance } from '../fields.ts';
import type { ConfirmationContext, ConfirmationRefusal, ConfirmerChecks } from './deciding.ts';
import type { NamedProposal } from './proposals.ts';

export interface HindranceDeps {
  db: Queryable;
  users: Pick<ConfirmerChecks, 'confirmHindranceOf'>;
}

/** Reads it once for each session in which something was proposed. */
export function hindrancesFor(
  { db, users }: HindranceDeps,
  context: ConfirmationContext,
): (proposal: Pick<NamedProposal, 'proposedBy' | 'proposedIn'>) => Promise<Hindrance | null> {
  const known = new Map<string, Promise<ConfirmationRefusal | undefined>>();
  return async ({ proposedBy, proposedIn }) => {
    const proposer = `${proposedBy} ${proposedIn}`;
    const reading = known.get(proposer) ?? users.confirmHindranceOf(db, context, { proposedBy, proposedIn });
    known.set(proposer, reading);
    const found = await reading;
    return found ? { why: found.refusal, until: found.until?.toISOString() ?? null } : null;
  };
}
