/** The money log's first request: the page in the address. */
import { filtersIn, pagingIn } from '#foundation/console/list/list-at-address.ts';
import type { PrefetchContext } from '#foundation/console/page/screen.ts';
import { callRequest, type CallRequest } from '#foundation/console/wire/typed-calls.ts';
import { ledgerCalls } from './calls.ts';
import { moneyLogAddress, wireFilter } from './money-log-filter.ts';

export function moneyLogPrefetch({ params, timeZone, now }: PrefetchContext): CallRequest[] {
  const filter = wireFilter(filtersIn(moneyLogAddress.fields, params), timeZone, now);
  return [callRequest(ledgerCalls, '/user/moneylog', { ...pagingIn(params, moneyLogAddress.sortable), ...filter })];
}
