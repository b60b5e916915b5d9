/** What the audit log records about recharges: one phrase an action. Rows keep the names: never change one. */
import { words } from '#foundation/core/words.ts';

export const rechargeActions = words({
  recharge_created: ['Recharge started', '发起充值', 'Recarga iniciada', 'เริ่มเติมเงิน'],
});
