/** Audit log phrases about what agents do with the members below them. Stored rows refer to the names: never rename one. */
import { words } from '#foundation/core/words.ts';

export const agentActions = words({
  rates_set: ['Member’s rates set', '设置会员费率', 'Tarifas de un miembro fijadas', 'ตั้งอัตราค่าธรรมเนียมของสมาชิก'],
  member_added: ['Member added', '新增下级会员', 'Miembro agregado', 'เพิ่มสมาชิก'],
  member_remark_changed: ['Remark on a member changed', '修改会员备注', 'Observaciones de un miembro modificadas', 'แก้ไขหมายเหตุของสมาชิก'],
});
