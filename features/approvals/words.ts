/** What operators are told about what one proposes and another confirms. */
import { words } from '#foundation/core/words.ts';

export const approvalTexts = words({
  reason_needed: ['Say why, in up to 200 characters', '请填写原因，最多 200 个字符', 'Indique el motivo, con 200 caracteres como máximo', 'ระบุเหตุผล ไม่เกิน 200 ตัวอักษร'],
  approval_waits: ['A proposal about it waits for another operator already', '该订单已有提议等待另一位运营人员确认', 'Ya hay una propuesta que espera a otro operador', 'มีข้อเสนอของรายการนี้รอผู้ดูแลระบบอีกคนอยู่แล้ว'],
  own_proposal: ['You proposed this yourself: another operator decides', '这是您本人的提议，须由另一位运营人员确认', 'La propuesta es suya: decide otro operador', 'คุณเป็นผู้เสนอเอง ต้องให้ผู้ดูแลระบบอีกคนตัดสิน'],
  approval_decided: ['This proposal has been decided already', '该提议已处理', 'Esta propuesta ya se resolvió', 'ข้อเสนอนี้ตัดสินแล้ว'],
  approval_expired: ['This proposal is over: it was made more than a day ago', '该提议已超过一天，已失效', 'Esta propuesta caducó: se hizo hace más de un día', 'ข้อเสนอนี้เกินหนึ่งวันและหมดอายุแล้ว'],
});
