/** Titles of the screens about staff. The menu shows them before a screen is loaded. */
import { words } from '#foundation/core/words.ts';

export const staffTitles = words({
  staff: ['Staff', '员工与权限', 'Equipo y permisos', 'ทีมงานและสิทธิ์'],
});
