/** Which direct members need the agent's care. Pure. */
import type { UserRow } from '../../tree-contract.ts';

export interface Attention {
  readonly what: 'below_own' | 'uncertified';
  readonly member: UserRow;
  /** Since the registration. */
  readonly days: number;
}

/** A member is expected to be certified within this time. */
const CERTIFIED_WITHIN_DAYS = 7;
const DAY_MS = 86_400_000;

/** Rates below the agent's own first, because they cost it money; then the members that wait the longest. */
export function attentionOf(members: readonly UserRow[], now: Date): Attention[] {
  const aged = members
    .filter(({ state }) => state === 'active')
    .map((member) => ({ member, days: Math.floor((now.getTime() - Date.parse(member.registeredAt)) / DAY_MS) }));
  const below = aged.filter(({ member }) => member.belowOwn);
  const uncertified = aged
    .filter(({ member, days }) => member.certification !== 'approved' && days >= CERTIFIED_WITHIN_DAYS)
    .toSorted((a, b) => b.days - a.days);
  return [
    ...below.map((each) => ({ what: 'below_own' as const, ...each })),
    ...uncertified.map((each) => ({ what: 'uncertified' as const, ...each })),
  ];
}
