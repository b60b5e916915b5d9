/** The titles of the channel screens. The menu shows them before a screen is loaded. */
import { words } from '#foundation/core/words.ts';

export const channelTitles = words({
  channels: ['Channel list', '通道列表', 'Lista de canales', 'รายการช่องทาง'],
});
