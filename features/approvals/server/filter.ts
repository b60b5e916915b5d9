/** Proposals as SQL, whatever they are about: over the columns that every table of them has. */
import { type RawBuilder, sql } from 'kysely';
import type { ApprovalState } from '../rules.ts';

/** How the proposal `a` counts at a moment. */
export function isInState(state: ApprovalState, now: Date): RawBuilder<unknown> {
  if (state === 'open') return sql`a.state = 'open' and a.expires_at > ${now}`;
  if (state === 'expired') return sql`(a.state = 'expired' or a.state = 'open' and a.expires_at <= ${now})`;
  return sql`a.state = ${state}`;
}
