/** The money log's filters in the address, and their conversion to the call's filter. */
import {
  choicesField,
  dateRangeField,
  type FilterValues,
  textField,
  wireChoices,
  wireRange,
} from '#foundation/console/list/address-fields.ts';
import { given } from '#foundation/core/given.ts';
import type { MoneyLogFilter } from '../contract.ts';
import { moneyLogTypes } from '../money-log-types.ts';

export const moneyLogAddress = {
  fields: {
    orderNo: textField(),
    type: choicesField(moneyLogTypes),
    range: dateRangeField(),
    /** Moments as calls write them; the call refuses any other text. */
    releaseAt: textField(),
    releaseAfter: textField(),
  },
  sortable: ['createdAt'],
} as const;

/** Converts the address's filters to the call's. */
export function wireFilter(
  { type, range, ...texts }: FilterValues<typeof moneyLogAddress.fields>,
  timeZone: string,
  now: Date,
): Pick<MoneyLogFilter, 'orderNo' | 'type' | 'range' | 'releaseAt' | 'releaseAfter'> {
  return given({ ...texts, type: type && wireChoices(type), range: wireRange(range, timeZone, now) });
}
