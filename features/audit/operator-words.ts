/** Refusals and field errors of the operators' calls about the log of all users. */
import { words } from '#foundation/core/words.ts';

export const operatorAuditTexts = words({
  audit_object_form: ['Enter at least 4 characters', '请至少输入 4 个字符', 'Escriba al menos 4 caracteres', 'กรอกอย่างน้อย 4 ตัวอักษร'],
  audit_too_many: ['More than {count, number} entries; choose a shorter time or one user', '超过 {count, number} 条记录，请缩短时间或指定用户', 'Más de {count, number} entradas; elija un tiempo más corto o un usuario', 'มากกว่า {count, number} รายการ โปรดเลือกช่วงเวลาสั้นลงหรือผู้ใช้คนเดียว'],
});
