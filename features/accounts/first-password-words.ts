/** Strings for the form in which a user replaces the password that an agent gave them. */
import { words } from '#foundation/core/words.ts';

export const firstPasswordWords = words({
  why: [
    'Your agent opened this account and knows its first password. Choose one that only you know to continue.',
    '此账户由您的代理开通，对方知道初始密码。请先设置只有您自己知道的密码。',
    'Su agente abrió esta cuenta y conoce la primera contraseña. Para continuar, elija una que solo usted conozca.',
    'ตัวแทนของคุณเปิดบัญชีนี้และทราบรหัสผ่านแรก โปรดตั้งรหัสผ่านที่มีเพียงคุณทราบเพื่อใช้งานต่อ',
  ],
  given_password: ['The password you were given', '您收到的初始密码', 'La contraseña que recibió', 'รหัสผ่านที่คุณได้รับ'],
  set: ['Set password and continue', '设置密码并继续', 'Guardar la contraseña y continuar', 'ตั้งรหัสผ่านและดำเนินการต่อ'],
  done: ['Password set', '密码已设置', 'Contraseña guardada', 'ตั้งรหัสผ่านแล้ว'],
  log_out: ['Log out', '退出登录', 'Cerrar sesión', 'ออกจากระบบ'],
});
