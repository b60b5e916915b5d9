/** The title of the operators' screen. The menu shows it before the screen is loaded. */
import { words } from '#foundation/core/words.ts';

export const reconciliationTitles = words({
  reconciliation: ['Reconciliation', '渠道对账', 'Conciliación', 'กระทบยอด'],
});
