/**
 * What the first questions of a page depend on besides its address, as it was at the last page: so that the next page
 * asks them at once, and not when it has heard who its reader is. A guess, no more: the server checks every call, and
 * what the guess asked in vain is asked again. Must import nothing that draws.
 */
import type { Role } from '#foundation/core/session.ts';

export interface KnownReader {
  readonly roles: readonly Role[];
  /** The platform's. */
  readonly timeZone: string;
}

export const KEPT_READER = 'reader';
const ROLES: Readonly<Record<Role, true>> = { member: true, agency: true, operator: true };

export function keepReader({ roles, timeZone }: KnownReader): void {
  try {
    localStorage.setItem(KEPT_READER, JSON.stringify({ roles, timeZone }));
  } catch {
    // In a browser that keeps nothing the next page waits to hear it.
  }
}

/** Undefined: none was here, or something else was written there. */
export function keptReader(): KnownReader | undefined {
  try {
    const { roles, timeZone } = JSON.parse(localStorage.getItem(KEPT_READER) ?? '{}') as Partial<
      Record<keyof KnownReader, unknown>
    >;
    if (!Array.isArray(roles) || !roles.every(isRole) || typeof timeZone !== 'string') return undefined;
    return { roles, timeZone };
  } catch {
    return undefined;
  }
}

function isRole(value: unknown): value is Role {
  return typeof value === 'string' && Object.hasOwn(ROLES, value);
}
