/** Why an account can't be opened under an agent. Apart from words.ts, which the first page loads. */
import { words } from '#foundation/core/words.ts';

export const openingTexts = words({
  tree_too_deep: ['Agents can be at most {depth, number} levels deep', '代理最多可发展 {depth, number} 级', 'Se admiten como máximo {depth, number} niveles de agentes', 'เพิ่มตัวแทนได้ไม่เกิน {depth, number} ระดับ'],
});
