/** The title of the recharge screen, separate because the menu needs it before the screen is loaded. */
import { words } from '#foundation/core/words.ts';

export const rechargeTitles = words({
  recharge: ['Recharge', '充值', 'Recargar', 'เติมเงิน'],
});
