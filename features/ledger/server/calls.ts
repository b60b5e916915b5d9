/** Handlers for the ledger calls. */
import type { OutputOf, ParsedInputOf } from '#foundation/core/calls.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { type ServedContract, handlers } from '#foundation/server/http/handlers.ts';
import { ledgerCalls } from '../contract.ts';
import { selectMoneyLog } from './money-log.ts';
import { entriesWanted } from './money-log-query.ts';
import { moneyLogRow, moneyLogTotals } from './money-log-output.ts';
import { foundReferences, type Numbers } from './numbers.ts';

export interface LedgerCallDeps {
  db: Database;
  currency(): Promise<string>;
  /** Finds the order numbers that the money log shows and filters by. */
  numbers: Numbers;
}

export function ledgerHandlers(deps: LedgerCallDeps): ServedContract {
  return handlers(ledgerCalls, {
    '/user/moneylog': ({ session, now }, filter) => moneyLogOf(deps, session.memberNo, filter, now),
  });
}

type MoneyLogQuery = ParsedInputOf<(typeof ledgerCalls.calls)['/user/moneylog']>;

/** One page of a member's money log, as its own screen and the operators' page of the member show it. */
export async function moneyLogOf(
  { db, currency, numbers }: LedgerCallDeps,
  memberNo: bigint,
  { page, limit, order, orderNo, ...filter }: MoneyLogQuery,
  now: Date,
): Promise<OutputOf<(typeof ledgerCalls.calls)['/user/moneylog']>> {
  const search = orderNo ? await foundReferences(db, numbers, { memberNo, typed: orderNo }) : undefined;
  const found = await selectMoneyLog(db, {
    memberNo,
    page,
    limit,
    order,
    references: search?.references,
    ...entriesWanted(filter, now),
  });
  const orderNos = await numbers.orderNosOf(
    memberNo,
    found.entries.map(({ reference }) => reference),
  );
  const code = await currency();
  return {
    total: found.total,
    page,
    limit,
    list: found.entries.map((entry) => moneyLogRow(entry, orderNos.get(entry.reference), code)),
    extend: { ...moneyLogTotals(found, code), capped: search?.capped ?? false },
  };
}
