/** Audit log phrases about agents' acts, one per action. Stored rows refer to the names, so never rename one. */
import { words } from '#foundation/core/words.ts';

export const agentActions = words({
  rates_set: ['Rates of a member set', '设置会员费率', 'Tarifas de un miembro', 'ตั้งอัตราค่าธรรมเนียมของสมาชิก'],
});
