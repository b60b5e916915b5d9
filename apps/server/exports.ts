/** The lists that can be taken away as a file, in the order of the story. */
import { logExport } from '#features/audit/server/export.ts';
import { batchExport } from '#features/batches/server/export.ts';
import { disbursementExport } from '#features/disbursements/server/export.ts';
import type { ExportKindName } from '#features/export-kinds.ts';
import type { ExportKind } from '#features/exports/server/kind.ts';
import { moneyLogExport } from '#features/ledger/server/export.ts';
import { numbersOfAll } from '#features/ledger/server/numbers.ts';
import { orderExport } from '#features/orders/server/export.ts';
import type { Database } from '#foundation/server/database.ts';
import type { Verbs } from './verbs.ts';

export function houseExports(
  db: Database,
  { platform, channels, orders, disbursements }: Verbs,
): Readonly<Record<ExportKindName, ExportKind>> {
  return {
    moneylog: moneyLogExport({
      db,
      currency: async () => (await platform.settings()).currency,
      numbers: numbersOfAll([orders, disbursements]),
    }),
    order: orderExport({ db, platform, channels }),
    withdrawal: disbursementExport({ db, kind: 'withdrawal' }),
    payout: disbursementExport({ db, kind: 'payout' }),
    batch: batchExport({ db, disbursements }),
    logs: logExport({ db }),
  };
}
