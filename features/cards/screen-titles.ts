/** The title of the bank cards screen. The menu shows it before the screen is loaded. */
import { words } from '#foundation/core/words.ts';

export const cardTitles = words({
  cards: ['Bank cards', '提现银行卡', 'Tarjetas bancarias', 'บัตรธนาคาร'],
});
