/** The address of the queue of differences, and its conversion to the call's input. */
import {
  amountRangeField,
  choiceField,
  dateRangeField,
  daysOf,
  type FilterValues,
  textField,
} from '#foundation/console/list/address-fields.ts';
import { given } from '#foundation/core/given.ts';
import { differenceKinds, differenceStates } from '../../matching-rules.ts';
import { upstreamIdIn } from '../use-upstreams.ts';

/** How old a difference is at least, in days. */
export const ages = ['1', '3', '7', '30'] as const;

/** What an address says for differences without an owner, as an empty text is no filter. */
export const NO_OWNER = '-';

export const differenceAddress = {
  fields: {
    q: textField(),
    upstream: textField(),
    kind: choiceField(differenceKinds),
    state: choiceField([...differenceStates, 'all']),
    days: dateRangeField(),
    owner: textField(),
    age: choiceField(ages),
    risk: amountRangeField(),
  },
  sortable: ['foundAt', 'atRisk', 'day'],
} as const;

export function wireFilter(
  { q, upstream, kind, state, days, owner, age, risk }: FilterValues<typeof differenceAddress.fields>,
  timeZone: string,
  today: Date,
) {
  return given({
    q,
    upstreamId: upstreamIdIn(upstream),
    kind,
    state,
    owner: owner === NO_OWNER ? '' : owner,
    minDays: age === undefined ? undefined : Number(age),
    atRiskFrom: risk?.from,
    ...(days === undefined ? {} : daysOf(days, timeZone, today)),
  });
}
export type DifferenceFilter = ReturnType<typeof wireFilter>;
