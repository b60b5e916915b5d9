/** The caller: what a verified token stands for. */
import type { Who } from './calls.ts';

export const roles = ['member', 'agency', 'operator'] as const;
export type Role = (typeof roles)[number];

/** Roles that have a wallet: merchants and agents. */
export const memberRoles: readonly Role[] = ['member', 'agency'];

interface AnySession {
  readonly sessionId: string;
  readonly userId: bigint;
  readonly username: string;
  /** Only calls that declare `beforePassword` are open. */
  readonly mustChangePassword?: boolean;
}

/** A merchant's or agent's user; `memberNo` owns the wallet. */
export interface MemberSession extends AnySession {
  readonly role: 'member' | 'agency';
  readonly memberNo: bigint;
  /** The operator who reads as this user. The session makes calls that only read, and each is logged. */
  readonly viewedBy?: Viewer;
}

export interface Viewer {
  readonly userId: bigint;
  readonly username: string;
  readonly until: Date;
}

export interface OperatorSession extends AnySession {
  readonly role: 'operator';
  readonly memberNo: null;
  readonly rights: ReadonlySet<string>;
  /** The calls of operators refuse until it has bound an authenticator; those of its own account are open. */
  readonly authenticatorNeeded?: boolean;
}

export type Session = MemberSession | OperatorSession;

export interface SessionByWho {
  anyone: Session | undefined;
  session: Session;
  members: MemberSession;
  agents: MemberSession;
  operators: OperatorSession;
}

const rolesByWho: Readonly<Record<Who, readonly Role[]>> = {
  anyone: roles,
  session: roles,
  members: memberRoles,
  agents: ['agency'],
  operators: ['operator'],
};

/** Whether a call declares who can call it. A call that does not must not be served. */
export function isWho(who: unknown): who is Who {
  return typeof who === 'string' && Object.hasOwn(rolesByWho, who);
}

export function isRoleAllowed(who: Who, role: Role): boolean {
  return rolesByWho[who].includes(role);
}
