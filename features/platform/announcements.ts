/** Announcements: for whom, and which ones a user sees. */
import type { Role } from '#foundation/core/session.ts';

export const audiences = ['all', 'merchants', 'agents', 'named'] as const;
export type Audience = (typeof audiences)[number];

export const announcementStates = ['draft', 'published', 'withdrawn'] as const;
export type AnnouncementState = (typeof announcementStates)[number];

/** What a published announcement is doing. */
export const announcementPhases = ['draft', 'scheduled', 'shown', 'over', 'withdrawn'] as const;
export type AnnouncementPhase = (typeof announcementPhases)[number];

export function phaseOf(
  { state, from, until }: { state: AnnouncementState; from: Date; until: Date | null },
  now: Date,
): AnnouncementPhase {
  if (state !== 'published') return state;
  if (from > now) return 'scheduled';
  return until !== null && until <= now ? 'over' : 'shown';
}

/** The audience of all users with this role, besides all users. */
export function audienceOf(role: Role): Audience {
  return role === 'agency' ? 'agents' : role === 'member' ? 'merchants' : 'all';
}
