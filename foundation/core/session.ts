/** Who asks: what a checked token stands for. */
import type { Who } from './calls.ts';

export type Role = 'member' | 'agency' | 'operator';

interface AnySession {
  readonly sessionId: string;
  readonly userId: bigint;
  readonly username: string;
}

/** A merchant's or agent's user; `memberNo` owns the wallet. */
export interface MemberSession extends AnySession {
  readonly role: 'member' | 'agency';
  readonly memberNo: bigint;
}

export interface OperatorSession extends AnySession {
  readonly role: 'operator';
  readonly memberNo: null;
}

export type Session = MemberSession | OperatorSession;

export interface SessionByWho {
  anyone: Session | undefined;
  session: Session;
  members: MemberSession;
  agents: MemberSession;
  operators: OperatorSession;
}

export function mayAsk(who: Who, role: Role): boolean {
  if (who === 'members') return role !== 'operator';
  if (who === 'agents') return role === 'agency';
  if (who === 'operators') return role === 'operator';
  return true;
}
