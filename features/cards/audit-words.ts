/** What the audit log records about cards: one phrase per action. Stored rows have the names: never rename one. */
import { words } from '#foundation/core/words.ts';

export const cardActions = words({
  card_added: ['Bank card added', '添加银行卡', 'Tarjeta bancaria agregada', 'เพิ่มบัตรธนาคาร'],
  card_changed: ['Bank card changed', '修改银行卡', 'Tarjeta bancaria modificada', 'แก้ไขบัตรธนาคาร'],
  card_removed: ['Bank card removed', '删除银行卡', 'Tarjeta bancaria eliminada', 'ลบบัตรธนาคาร'],
  card_decided: ['Bank card reviewed', '审核银行卡', 'Tarjeta bancaria revisada', 'พิจารณาบัตรธนาคาร'],
});
