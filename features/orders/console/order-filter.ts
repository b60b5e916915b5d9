/** The order list's address, and its conversion to the call's input. */
import {
  amountRangeField,
  choicesField,
  codesField,
  dateRangeField,
  type FilterValues,
  textField,
  wireChoices,
  wireRange,
} from '#foundation/console/list/address-fields.ts';
import { given } from '#foundation/core/given.ts';
import type { OrderFilter } from '../contract.ts';
import { notifyFilters, orderStatuses } from '../statuses.ts';

export const orderAddress = {
  fields: {
    q: textField(),
    status: choicesField(orderStatuses),
    channel: codesField(),
    notify: choicesField(notifyFilters),
    amount: amountRangeField(),
    created: dateRangeField(),
    paid: dateRangeField(),
  },
  sortable: ['createdAt', 'paidAt'],
} as const;

export type OrderFilters = FilterValues<typeof orderAddress.fields>;
export type WireOrderFilter = Omit<OrderFilter, 'page' | 'limit' | 'sort' | 'order'>;

export function wireFilter(
  { q, status, channel, notify, amount, created, paid }: OrderFilters,
  timeZone: string,
  now: Date,
): WireOrderFilter {
  return given({
    q,
    status: status && wireChoices(status),
    channel: channel && wireChoices(channel),
    notifyStatus: notify && wireChoices(notify),
    amountFrom: amount?.from,
    amountTo: amount?.to,
    createdRange: wireRange(created, timeZone, now),
    paidRange: wireRange(paid, timeZone, now),
  });
}
