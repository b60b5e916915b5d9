/** The title of the statement, separate because the menu needs it before the screen is loaded. */
import { words } from '#foundation/core/words.ts';

export const statementTitles = words({
  statement: ['Statement', '对账单', 'Extracto', 'ใบแจ้งยอด'],
});
