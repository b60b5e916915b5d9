/** Handlers for the ledger calls. */
import { formatAmount } from '#foundation/core/money.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { type ServedContract, handlers } from '#foundation/server/http/handlers.ts';
import { ledgerCalls } from '../contract.ts';
import { selectMoneyLog, typeOfKind } from './money-log.ts';
import type { Numbers } from './numbers.ts';

export interface LedgerCallDeps {
  db: Database;
  currency(): Promise<string>;
  /** Finds the order numbers that the money log shows and filters by. */
  numbers: Numbers;
}

export function ledgerHandlers({ db, currency, numbers }: LedgerCallDeps): ServedContract {
  return handlers(ledgerCalls, {
    async '/user/moneylog'({ session }, { page, limit, order, orderNo, type, range }) {
      const { memberNo } = session;
      const references = orderNo ? await numbers.referencesOf(memberNo, orderNo) : undefined;
      const from = range?.from === undefined ? undefined : new Date(range.from);
      const to = range?.to === undefined ? undefined : new Date(range.to);
      const found = await selectMoneyLog(db, { memberNo, page, limit, order, references, type, from, to });
      const orderNos = await numbers.orderNosOf(
        memberNo,
        found.entries.map(({ reference }) => reference),
      );
      const code = await currency();
      const amount = (minor: bigint): string => formatAmount(minor, code);
      return {
        total: found.total,
        page,
        limit,
        list: found.entries.map((entry) => ({
          id: `${entry.reference}-${entry.kind}`,
          orderNo: orderNos.get(entry.reference) ?? null,
          systemNo: entry.reference.toString(),
          type: typeOfKind(entry.kind),
          amount: amount(entry.amountMinor),
          fee: amount(entry.feeMinor),
          before: amount(entry.beforeMinor),
          after: amount(entry.afterMinor),
          remark: entry.remark ?? '',
          createdAt: entry.createdAt.toISOString(),
        })),
        extend: {
          opening: amount(found.openingMinor),
          closing: amount(found.closingMinor),
          in: amount(found.inMinor),
          out: amount(found.outMinor),
          fees: amount(found.feesMinor),
        },
      };
    },
  });
}
