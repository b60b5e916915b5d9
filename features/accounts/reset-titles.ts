/** Title of the password reset page, needed before the page is loaded. */
import { words } from '#foundation/core/words.ts';

export const resetTitles = words({
  reset_title: ['Set a new password', '设置新密码', 'Crear una contraseña nueva', 'ตั้งรหัสผ่านใหม่'],
});
