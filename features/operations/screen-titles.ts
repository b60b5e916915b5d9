/** The titles of operators' screens. The menu shows them before the screens are loaded. */
import { words } from '#foundation/core/words.ts';

export const operatorTitles = words({
  start: ['Home', '首页', 'Inicio', 'หน้าแรก'],
  approvals: ['Approvals', '提议确认', 'Aprobaciones', 'ข้อเสนอรอยืนยัน'],
});
