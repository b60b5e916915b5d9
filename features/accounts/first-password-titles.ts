/** The title of the form for a first password, separate because the page has it before the form is loaded. */
import { words } from '#foundation/core/words.ts';

export const firstPasswordTitles = words({
  title: ['Choose your password', '设置您的密码', 'Elija su contraseña', 'ตั้งรหัสผ่านของคุณ'],
});
