/** The titles of the ledger screens. The menu shows them before a screen is loaded. */
import { words } from '#foundation/core/words.ts';

export const ledgerTitles = words({
  money_log: ['Money log', '资金明细', 'Movimientos', 'บันทึกการเงิน'],
});
