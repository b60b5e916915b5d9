/** Audit log phrases about recharges, one per action. Stored rows refer to the names, so never rename one. */
import { words } from '#foundation/core/words.ts';

export const rechargeActions = words({
  recharge_created: ['Recharge started', '发起充值', 'Recarga iniciada', 'เริ่มเติมเงิน'],
});
