/** The titles of the operators' screens. The menu shows them before a screen is loaded. */
import { words } from '#foundation/core/words.ts';

export const operatorTitles = words({
  overview: ['Overview', '概览', 'Resumen', 'ภาพรวม'],
  members: ['Members', '会员', 'Miembros', 'สมาชิก'],
});
