/** The list's address, and its conversion to the call's input. */
import { notifyFilters, orderStatuses } from '#features/orders/statuses.ts';
import {
  amountRangeField,
  choiceField,
  choicesField,
  codesField,
  dateRangeField,
  type FilterValues,
  textField,
  wireChoices,
  wireRange,
} from '#foundation/console/list/address-fields.ts';
import { given } from '#foundation/core/given.ts';

export const orderAddress = {
  fields: {
    q: textField(),
    memberNo: textField(),
    status: choicesField(orderStatuses),
    channel: codesField(),
    upstream: textField(),
    notifyStatus: choiceField(notifyFilters),
    amount: amountRangeField(),
    range: dateRangeField(),
  },
  sortable: ['createdAt'],
} as const;

export type OrderFilters = FilterValues<typeof orderAddress.fields>;

export function wireFilter(
  { q, memberNo, status, channel, upstream, notifyStatus, amount, range }: OrderFilters,
  timeZone: string,
  now: Date,
) {
  return given({
    q,
    memberNo,
    status: status && wireChoices(status),
    channel: channel && wireChoices(channel),
    upstreamId: upstream === undefined || !/^[1-9]\d{0,8}$/.test(upstream) ? undefined : Number(upstream),
    notifyStatus,
    amountFrom: amount?.from,
    amountTo: amount?.to,
    range: wireRange(range, timeZone, now),
  });
}
