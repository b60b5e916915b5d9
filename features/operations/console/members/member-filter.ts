/** The address of the operators' list of members, and its conversion to the call's filter. */
import { certifications } from '#features/members/member.ts';
import {
  choiceField,
  choicesField,
  dateRangeField,
  type FilterValues,
  textField,
  wireChoices,
  wireRange,
} from '#foundation/console/list/address-fields.ts';
import type { InputOf } from '#foundation/core/calls.ts';
import type { operatorMemberCalls as contract } from '../../member-contract.ts';

export const memberKinds = ['merchant', 'agent'] as const;
export const memberStates = ['active', 'disabled'] as const;

export const memberAddress = {
  fields: {
    q: textField(),
    kind: choiceField(memberKinds),
    state: choiceField(memberStates),
    certification: choicesField(certifications),
    upline: textField(),
    registered: dateRangeField(),
  },
  sortable: ['registeredAt', 'memberNo'],
} as const;

export function wireMemberFilter(
  { q, kind, state, certification, upline, registered }: FilterValues<typeof memberAddress.fields>,
  timeZone: string,
  now: Date,
): NonNullable<InputOf<(typeof contract)['calls']['/operator/member/figures']>> {
  const range = wireRange(registered, timeZone, now);
  return {
    ...(q === undefined ? {} : { q }),
    ...(kind === undefined ? {} : { kind }),
    ...(state === undefined ? {} : { state }),
    ...(certification === undefined ? {} : { certification: wireChoices(certification) }),
    ...(upline === undefined ? {} : { uplineNo: upline }),
    ...(range === undefined ? {} : { registeredRange: range }),
  };
}
