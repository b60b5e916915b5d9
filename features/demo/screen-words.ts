/** Strings for the role switch on the login page and in the account menu. */
import { words } from '#foundation/core/words.ts';

export const demoScreenWords = words({
  try_it_as: ['Try it as', '体验身份', 'Probar como', 'ทดลองใช้ในฐานะ'],
  member: ['Merchant', '商户', 'Comercio', 'ร้านค้า'],
  agency: ['Agent', '代理', 'Agente', 'ตัวแทน'],
  operator: ['Operator', '运营人员', 'Operador', 'ผู้ดูแลระบบ'],
  switch_member: ['Switch to merchant', '切换为商户', 'Cambiar a comercio', 'เปลี่ยนเป็นร้านค้า'],
  switch_agency: ['Switch to agent', '切换为代理', 'Cambiar a agente', 'เปลี่ยนเป็นตัวแทน'],
  switch_operator: ['Switch to operator', '切换为运营人员', 'Cambiar a operador', 'เปลี่ยนเป็นผู้ดูแลระบบ'],
});
