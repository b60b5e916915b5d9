/** The profile screen's title; the menu needs it before the screen is loaded. */
import { words } from '#foundation/core/words.ts';

export const profileTitles = words({
  profile: ['Profile', '个人资料', 'Perfil', 'โปรไฟล์'],
});
