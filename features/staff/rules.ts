/** Rules for operators and their roles. Pure, shared by the server's check and the screens. */
import { areaOf, isBuiltInRole, type Right, rights, secretAreas } from '#features/rights.ts';

const HOUR_MS = 3_600_000;

/** How long the link of an invitation works, once. */
export const INVITATION_LIFE_MS = 24 * HOUR_MS;

/** Tries of invitations. 256 bits can't be guessed, but tries must not be free. */
export const joinLimit = { scope: 'staff_join_address', tries: 20, windowMs: HOUR_MS } as const;

/** From this many owners on, one owner alone can't add or raise staff. */
export const OWNERS_FOR_TWO_PEOPLE = 2;

/** What a role that an owner makes can hold: all but what is for owners alone. */
export const grantableRights: readonly Right[] = rights.filter((right) => !secretAreas.includes(areaOf(right)));

/** Whether `after` allows something that `before` does not. */
export function isRaise(before: Iterable<string>, after: Iterable<string>): boolean {
  const had = new Set(before);
  return [...after].some((right) => !had.has(right));
}

/** Whether both hold the same, in any order. */
export function isSameSet(one: Iterable<string>, other: Iterable<string>): boolean {
  const [first, second] = [new Set(one), new Set(other)];
  return first.size === second.size && !isRaise(first, second);
}

/** What changes, for the audit log: `+cards.act −holds.act`. */
export function changeText(before: Iterable<string>, after: Iterable<string>): string {
  const [had, has] = [new Set(before), new Set(after)];
  return [
    ...[...has].filter((one) => !had.has(one)).map((one) => `+${one}`),
    ...[...had].filter((one) => !has.has(one)).map((one) => `−${one}`),
  ].join(' ');
}

export const invitationStates = ['waiting', 'open', 'used', 'cancelled', 'expired'] as const;
export type InvitationState = (typeof invitationStates)[number];

/** An invitation that waits for a second owner has a link that does not work yet. */
export function invitationStateAt(
  invitation: { openedAt: Date | null; usedAt: Date | null; cancelledAt: Date | null; expiresAt: Date },
  now: Date,
): InvitationState {
  if (invitation.usedAt) return 'used';
  if (invitation.cancelledAt) return 'cancelled';
  if (invitation.expiresAt <= now) return 'expired';
  return invitation.openedAt ? 'open' : 'waiting';
}

/** Whether this names a role: a built-in one, or one of these ids. */
export function isRole(role: string, ownIds: readonly string[]): boolean {
  return isBuiltInRole(role) || ownIds.includes(role);
}
