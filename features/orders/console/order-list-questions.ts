/** The order list's first request: the page in the address. */
import { filtersIn, pagingIn } from '#foundation/console/list/list-at-address.ts';
import type { AskedAt } from '#foundation/console/page/screen.ts';
import { question, type Question } from '#foundation/console/wire/typed-calls.ts';
import { orderCalls } from './calls.ts';
import { orderAddress, wireFilter } from './order-filter.ts';

export function orderListQuestions({ params, timeZone, now }: AskedAt): Question[] {
  const filters = filtersIn(orderAddress.fields, params);
  return [
    question(orderCalls, '/order/list', {
      ...pagingIn(params, orderAddress.sortable),
      ...wireFilter(filters, timeZone, now),
    }),
  ];
}
