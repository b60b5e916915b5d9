/**
 * What a page's first requests depend on besides its address, as the previous page knew it. The next page can then send
 * them at once, without waiting to hear who its user is. Only a guess: the server checks every call, and requests that
 * the guess got wrong are sent again. Must not import anything that renders.
 */
import { type Role, roles as knownRoles } from '#foundation/core/session.ts';

export interface LastUser {
  readonly roles: readonly Role[];
  /** The platform's time zone. */
  readonly timeZone: string;
}

export const STORAGE_KEY = 'reader';

export function saveLastUser({ roles, timeZone }: LastUser): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ roles, timeZone }));
  } catch {
    // Without storage the next page waits for the server instead.
  }
}

/** Returns undefined if nothing valid is stored. */
export function readLastUser(): LastUser | undefined {
  try {
    const { roles, timeZone } = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}') as Partial<
      Record<keyof LastUser, unknown>
    >;
    if (!Array.isArray(roles) || !roles.every(isRole) || typeof timeZone !== 'string') return undefined;
    return { roles, timeZone };
  } catch {
    return undefined;
  }
}

function isRole(value: unknown): value is Role {
  return (knownRoles as readonly unknown[]).includes(value);
}
