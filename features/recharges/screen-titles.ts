/**
 * The title of the recharge screen: the menu has it before the screen is loaded. The cashier names the payment by it
 * too.
 */
import { words } from '#foundation/core/words.ts';

export const rechargeTitles = words({
  recharge: ['Recharge', '充值', 'Recarga', 'เติมเงิน'],
});
