/** The money log's first request: the page in the address. */
import { filtersIn, pagingIn } from '#foundation/console/list/list-at-address.ts';
import type { AskedAt } from '#foundation/console/page/screen.ts';
import { question, type Question } from '#foundation/console/wire/typed-calls.ts';
import { ledgerCalls } from './calls.ts';
import { moneyLogAddress, wireFilter } from './money-log-filter.ts';

export function moneyLogQuestions({ params, timeZone, now }: AskedAt): Question[] {
  const filter = wireFilter(filtersIn(moneyLogAddress.fields, params), timeZone, now);
  return [question(ledgerCalls, '/user/moneylog', { ...pagingIn(params, moneyLogAddress.sortable), ...filter })];
}
