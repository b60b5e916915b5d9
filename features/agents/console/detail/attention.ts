/** Which direct members need the agent's care. Pure. */
import type { UserRow } from '../../tree-contract.ts';

export type Attention =
  | { readonly what: 'below_own'; readonly member: UserRow }
  | { readonly what: 'success_fell'; readonly member: UserRow; readonly rateNow: string; readonly rateBefore: string }
  | { readonly what: 'uncertified'; readonly member: UserRow; /** Since the registration. */ readonly days: number };

/** A member is expected to be certified within this time. */
const CERTIFIED_WITHIN_DAYS = 7;
const DAY_MS = 86_400_000;

/**
 * Rates below the agent's own first, because they cost it money; then the success rates that fell, the deepest fall
 * first; then the members that wait the longest.
 */
export function attentionOf(
  { newest, fallen }: { newest: readonly UserRow[]; fallen: readonly UserRow[] },
  now: Date,
): Attention[] {
  const isActive = ({ state }: UserRow): boolean => state === 'active';
  const active = newest.filter(isActive);
  const below = active.filter(({ belowOwn }) => belowOwn);
  const fell = fallen
    .filter(isActive)
    .flatMap((member) => (member.successFell ? [{ member, ...member.successFell }] : []))
    .toSorted((a, b) => depthOf(b) - depthOf(a));
  const uncertified = active
    .map((member) => ({ member, days: Math.floor((now.getTime() - Date.parse(member.registeredAt)) / DAY_MS) }))
    .filter(({ member, days }) => member.certification !== 'approved' && days >= CERTIFIED_WITHIN_DAYS)
    .toSorted((a, b) => b.days - a.days);
  return [
    ...below.map((member) => ({ what: 'below_own' as const, member })),
    ...fell.map((each) => ({ what: 'success_fell' as const, ...each })),
    ...uncertified.map((each) => ({ what: 'uncertified' as const, ...each })),
  ];
}

function depthOf({ rateNow, rateBefore }: { rateNow: string; rateBefore: string }): number {
  return Number(rateBefore) - Number(rateNow);
}
