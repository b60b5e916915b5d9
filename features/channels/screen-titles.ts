/** The titles of the channel screens: the menu has them before any screen is loaded. */
import { words } from '#foundation/core/words.ts';

export const channelTitles = words({
  channels: ['Channel list', '通道列表', 'Lista de canales', 'รายการช่องทาง'],
});
