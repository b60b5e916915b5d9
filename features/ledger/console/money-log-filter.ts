/** The money log's filters in the address, and their conversion to the call's filter. */
import {
  type AddressField,
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
    releaseAt: timeField(),
  },
  sortable: ['createdAt'],
} as const;

/** A moment as calls write it. */
function timeField(): AddressField<string> {
  return {
    read: (text) => {
      const at = new Date(text);
      return Number.isNaN(at.getTime()) || at.toISOString() !== text ? undefined : text;
    },
    write: (value) => value,
  };
}

/** Whether the entries are all of their range, so that there is an opening and a closing balance. */
export function isWholeRange({ orderNo, type, releaseAt }: ReturnType<typeof wireFilter>): boolean {
  return orderNo === undefined && type === undefined && releaseAt === undefined;
}

/** Converts the address's filters to the call's. */
export function wireFilter(
  { orderNo, type, range, releaseAt }: FilterValues<typeof moneyLogAddress.fields>,
  timeZone: string,
  now: Date,
): Pick<MoneyLogFilter, 'orderNo' | 'type' | 'range' | 'releaseAt'> {
  return given({ orderNo, type: type && wireChoices(type), range: wireRange(range, timeZone, now), releaseAt });
}
