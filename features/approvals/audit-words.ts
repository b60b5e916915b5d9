/** What the audit log records about proposals: one phrase per action. Stored rows have the names: never rename one. */
import { words } from '#foundation/core/words.ts';

export const approvalActions = words({
  approval_proposed: ['Action proposed to a second operator', '提议待另一运营人员确认', 'Propuesta a un segundo operador', 'เสนอให้ผู้ดูแลระบบอีกคนยืนยัน'],
  approval_confirmed: ['Proposal confirmed', '确认提议', 'Propuesta confirmada', 'ยืนยันข้อเสนอ'],
  approval_rejected: ['Proposal rejected', '拒绝提议', 'Propuesta rechazada', 'ปฏิเสธข้อเสนอ'],
});
