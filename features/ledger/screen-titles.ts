/** The titles of the ledger screens: the menu has them before any screen is loaded. */
import { words } from '#foundation/core/words.ts';

export const ledgerTitles = words({
  money_log: ['Money log', '资金明细', 'Movimientos', 'บันทึกการเงิน'],
});
