/** Titles of the password and factor screens. The menu needs them before any screen is loaded. */
import { words } from '#foundation/core/words.ts';

export const accountTitles = words({
  password: ['Login password', '登录密码', 'Contraseña de acceso', 'รหัสผ่านเข้าสู่ระบบ'],
  pay_password: ['Payment password', '支付密码', 'Contraseña de pago', 'รหัสผ่านชำระเงิน'],
  bind_google: ['Google Authenticator', '谷歌验证器', 'Google Authenticator', 'Google Authenticator'],
  bind_phone: ['Mobile number', '手机号', 'Número de teléfono', 'หมายเลขมือถือ'],
});
