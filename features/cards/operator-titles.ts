/** The title of the operators' screen about cards. The menu shows it before the screen is loaded. */
import { words } from '#foundation/core/words.ts';

export const cardQueueTitles = words({
  cards: ['Cards', '银行卡审核', 'Tarjetas', 'บัตรธนาคาร'],
});
