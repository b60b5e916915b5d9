/** The list's address, and its conversion to the call's input. */
import { beneficiaryTypes } from '#features/cards/beneficiary.ts';
import { disbursementKinds, disbursementStatuses } from '#features/disbursements/rules.ts';
import {
  amountRangeField,
  choiceField,
  dateRangeField,
  type FilterValues,
  textField,
  wireRange,
} from '#foundation/console/list/address-fields.ts';
import { given } from '#foundation/core/given.ts';
import { attentions } from '../../rules.ts';

export const disbursementAddress = {
  fields: {
    q: textField(),
    memberNo: textField(),
    attention: choiceField(attentions),
    kind: choiceField(disbursementKinds),
    status: choiceField(disbursementStatuses),
    type: choiceField(beneficiaryTypes),
    amount: amountRangeField(),
    range: dateRangeField(),
  },
  sortable: ['createdAt'],
} as const;

export type DisbursementFilters = FilterValues<typeof disbursementAddress.fields>;

/** How far back the list looks when nothing else bounds it. */
const RECENT_MS = 31 * 86_400_000;

/** Whether only recent ones are listed, because no filter names few. */
export function isRecentOnly({ q, memberNo, attention, range }: DisbursementFilters): boolean {
  return (q ?? memberNo ?? attention ?? range) === undefined;
}

export function wireFilter(filters: DisbursementFilters, timeZone: string, now: Date) {
  const { q, memberNo, attention, kind, status, type, amount, range } = filters;
  return given({
    q,
    memberNo,
    attention,
    kind,
    status,
    type,
    amountFrom: amount?.from,
    amountTo: amount?.to,
    range: isRecentOnly(filters)
      ? { from: new Date(now.getTime() - RECENT_MS).toISOString() }
      : wireRange(range, timeZone, now),
  });
}
