/** The order list's first request: the page in the address. */
import { filtersIn, pagingIn } from '#foundation/console/list/list-at-address.ts';
import type { PrefetchContext } from '#foundation/console/page/screen.ts';
import { callRequest, type CallRequest } from '#foundation/console/wire/typed-calls.ts';
import { orderCalls } from './calls.ts';
import { orderAddress, wireFilter } from './order-filter.ts';

export function orderListPrefetch({ params, timeZone, now }: PrefetchContext): CallRequest[] {
  const filters = filtersIn(orderAddress.fields, params);
  return [
    callRequest(orderCalls, '/order/list', {
      ...pagingIn(params, orderAddress.sortable),
      ...wireFilter(filters, timeZone, now),
    }),
  ];
}
