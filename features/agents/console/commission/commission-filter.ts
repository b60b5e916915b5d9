/** The statement's address: grouping, filters and the row whose entries are shown; and its conversion to the calls. */
import {
  type AddressField,
  choiceField,
  dateRangeField,
  type FilterValues,
  textField,
  wireRange,
} from '#foundation/console/list/address-fields.ts';
import { addDays, startOfDay } from '#foundation/core/time-zone.ts';
import { commissionGroups as groups } from '../commission-groups.ts';
import { MEMBER_NO, memberField } from '../member-field.ts';
import { addMonths } from '#foundation/console/display/month-text.ts';

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

function monthField(): AddressField<string> {
  return { read: (text) => (MONTH.test(text) ? text : undefined), write: (value) => value };
}

const fields = { month: monthField(), range: dateRangeField(), member: memberField(), channel: textField() } as const;
export const statementAddress = { fields, sortable: ['key'] } as const;
export const entryAddress = { fields, sortable: ['bookedAt'] } as const;

export const groupField = choiceField(groups);
export type CommissionGroup = (typeof groups)[number];

export interface WireCommissionFilter {
  range?: { from?: string; to?: string };
  month?: string;
  memberNo?: string;
  channel?: string;
}

/** A month counts before a range: the screen sets one of them. */
export function wireCommissionFilter(
  { month, range, member, channel }: FilterValues<typeof fields>,
  timeZone: string,
  now: Date,
): WireCommissionFilter {
  const between = month === undefined ? wireRange(range, timeZone, now) : undefined;
  return {
    ...(month === undefined ? {} : { month }),
    ...(between === undefined ? {} : { range: between }),
    ...(member === undefined ? {} : { memberNo: member }),
    ...(channel === undefined ? {} : { channel }),
  };
}

/** The filter of the entries behind one row; undefined if the address names no possible row. */
export function entriesOf(
  filter: WireCommissionFilter,
  { group, key, timeZone }: { group: CommissionGroup; key: string; timeZone: string },
): WireCommissionFilter | undefined {
  switch (group) {
    case 'member':
      return MEMBER_NO.test(key) ? { ...filter, memberNo: key } : undefined;
    case 'channel':
      return key.length > 32 ? undefined : { ...filter, channel: key };
    case 'month':
      return MONTH.test(key) ? within(filter, `${key}-01`, `${addMonths(key, 1)}-01`, timeZone) : undefined;
    case 'day':
      return DAY.test(key) && !Number.isNaN(Date.parse(key))
        ? within(filter, key, addDays(key, 1), timeZone)
        : undefined;
  }
}

/** The filter limited to the days from `first` to before `end`. */
function within(filter: WireCommissionFilter, first: string, end: string, timeZone: string): WireCommissionFilter {
  const { range, month: _month, ...others } = filter;
  const from = startOfDay(first, timeZone).toISOString();
  const to = startOfDay(end, timeZone).toISOString();
  return {
    ...others,
    range: {
      from: range?.from !== undefined && range.from > from ? range.from : from,
      to: range?.to !== undefined && range.to < to ? range.to : to,
    },
  };
}
