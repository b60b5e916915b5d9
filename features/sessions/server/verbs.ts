/** Public API of the sessions feature for the app: whose session a token is, and which sessions are still open. */
import type { Session } from '#foundation/core/session.ts';
import type { SessionUse, ViewedCall } from '#foundation/server/http/console-api.ts';
import type { Tx } from '#foundation/server/postgres/database.ts';
import { authenticate, endOtherSessions, type SessionDeps, stillOpen } from './sessions.ts';
import { logView, type ViewDeps } from './views.ts';

export interface SessionVerbs {
  /**
   * `half` is the second half from the browser's cookie. Returns undefined if there is no such session or it is over.
   * Counts as a use of the session unless `touch` is false.
   */
  authenticate(token: string, half: string | undefined, use?: SessionUse): Promise<Session | undefined>;
  /** Returns those of the sessions that are still open. Does not count as a use of them. */
  stillOpen(sessionIds: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Ends all but the calling session, in the transaction of its change. Throws, and so rolls back the transaction, if
   * the calling session was itself ended meanwhile.
   */
  endOtherSessions(tx: Tx, asking: Pick<Session, 'userId' | 'sessionId'>): Promise<number>;
  /** Logs a call of an operator who reads as a member, before it is answered. */
  viewed(view: ViewedCall): Promise<void>;
}

export function sessionVerbs(deps: SessionDeps & ViewDeps): SessionVerbs {
  return {
    authenticate: (token, half, use) => authenticate(deps, token, half, use),
    stillOpen: (sessionIds) => stillOpen(deps, sessionIds),
    viewed: (view) => logView(deps, view),
    endOtherSessions: (tx, asking) => endOtherSessions(tx, asking, deps.clock.now()),
  };
}
