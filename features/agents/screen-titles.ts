/** The titles of the agents' screens, separate because the menu needs them before the screens are loaded. */
import { words } from '#foundation/core/words.ts';

export const agentTitles = words({
  agent: ['Agent', '代理', 'Agente', 'ตัวแทน'],
  adduser: ['Add merchant', '添加商户', 'Añadir comercio', 'เพิ่มร้านค้า'],
});
