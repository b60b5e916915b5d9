/** What a proposal about staff would give to somebody or a role, and take from it, as text for people. */
import type { StaffProposalRow } from './contract.ts';
import { rightsText, roleNames } from './role-names.ts';

type Proposed = Pick<StaffProposalRow, 'act' | 'roles' | 'rolesBefore' | 'rights' | 'rightsBefore'>;

/** Empty where there is nothing. */
export function proposedChange(
  t: Parameters<typeof roleNames>[0],
  { act, roles, rolesBefore, rights, rightsBefore }: Proposed,
): { gets: string; loses: string } {
  if (act === 'save_role')
    return {
      gets: rightsText(t, without(rights, rightsBefore, String)),
      loses: rightsText(t, without(rightsBefore, rights, String)),
    };
  const idOf = ({ id }: { id: string }): string => id;
  return {
    gets: roleNames(t, without(roles, rolesBefore, idOf)),
    loses: roleNames(t, without(rolesBefore, roles, idOf)),
  };
}

function without<One>(some: readonly One[], others: readonly One[], keyOf: (one: One) => string): One[] {
  return some.filter((one) => !others.some((other) => keyOf(other) === keyOf(one)));
}
