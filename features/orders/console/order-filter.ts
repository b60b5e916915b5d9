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
import type { OrderFilter } from '../contract.ts';
import { notifyFilters, orderStatusFilters } from '../statuses.ts';

export const orderAddress = {
  fields: {
    q: textField(),
    status: choicesField(orderStatusFilters),
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
  const createdRange = wireRange(created, timeZone, now);
  const paidRange = wireRange(paid, timeZone, now);
  return {
    ...(q === undefined ? {} : { q }),
    ...(status === undefined ? {} : { status: wireChoices(status) }),
    ...(channel === undefined ? {} : { channel: wireChoices(channel) }),
    ...(notify === undefined ? {} : { notifyStatus: wireChoices(notify) }),
    ...(amount?.from === undefined ? {} : { amountFrom: amount.from }),
    ...(amount?.to === undefined ? {} : { amountTo: amount.to }),
    ...(createdRange === undefined ? {} : { createdRange }),
    ...(paidRange === undefined ? {} : { paidRange }),
  };
}

/** Only paid orders have callbacks; the filter must not spend the cap on others. */
export function resendFilter(filter: WireOrderFilter): WireOrderFilter {
  const chosen = [filter.status ?? 'all'].flat();
  const [paid] = chosen.includes('all') ? (['success'] as const) : chosen.filter((one) => one === 'success');
  return paid === undefined ? filter : { ...filter, status: paid };
}
