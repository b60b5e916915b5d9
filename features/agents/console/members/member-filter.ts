/** The address of the member list, and its conversion to the call's filter. */
import {
  choiceField,
  choicesField,
  dateRangeField,
  type FilterValues,
  textField,
  wireChoices,
  wireRange,
} from '#foundation/console/list/address-fields.ts';
import { certifications } from '#features/members/member.ts';
import { attentions } from '../../rules.ts';
import type { UserListFilter } from '../../tree-contract.ts';
import { MEMBER_NO } from '../member-field.ts';

export const memberTypes = ['merchant', 'agent'] as const;
export const memberStates = ['active', 'disabled'] as const;

export const memberAddress = {
  fields: {
    q: textField(),
    type: choiceField(memberTypes),
    state: choiceField(memberStates),
    certification: choicesField(certifications),
    attention: choiceField(attentions),
    registered: dateRangeField(),
  },
  sortable: ['registeredAt', 'memberNo', 'balance', 'paidOut', 'amount30d'],
} as const;

/** The agent whose members are listed; not a filter, because resetting the filters keeps it. */
export function agentIn(params: Readonly<Record<string, string>>): string | undefined {
  const { of } = params;
  return of !== undefined && MEMBER_NO.test(of) ? of : undefined;
}

export function wireMemberFilter(
  { q, type, state, certification, attention, registered }: FilterValues<typeof memberAddress.fields>,
  timeZone: string,
  now: Date,
): Pick<UserListFilter, 'q' | 'type' | 'state' | 'certification' | 'attention' | 'registeredRange'> {
  const range = wireRange(registered, timeZone, now);
  return {
    ...(q === undefined ? {} : { q }),
    ...(type === undefined ? {} : { type }),
    ...(state === undefined ? {} : { state }),
    ...(certification === undefined ? {} : { certification: wireChoices(certification) }),
    ...(attention === undefined ? {} : { attention }),
    ...(range === undefined ? {} : { registeredRange: range }),
  };
}
