/** Refusals of the calls about views, and errors of their fields. */
import { words } from '#foundation/core/words.ts';

export const viewTexts = words({
  view_name: ['Enter a name of up to 40 characters', '请输入不超过 40 个字符的名称', 'Introduzca un nombre de hasta 40 caracteres', 'กรอกชื่อไม่เกิน 40 ตัวอักษร'],
  views_full: ['This list already has {count, number} saved views; delete one first', '该列表已有 {count, number} 个已保存的视图，请先删除一个', 'Esta lista ya tiene {count, number} vistas guardadas; elimine antes una', 'รายการนี้มีมุมมองที่บันทึกไว้ {count, number} รายการแล้ว โปรดลบก่อนหนึ่งรายการ'],
});
