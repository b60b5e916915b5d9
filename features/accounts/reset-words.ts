/** Strings for the password reset page. */
import { words } from '#foundation/core/words.ts';
import { resetTitles } from './reset-titles.ts';

export const resetWords = {
  ...resetTitles,
  ...words({
    reset_hint: ['The link works once, within an hour. All devices will need to log in again.', '链接在一小时内仅可使用一次，所有设备都需要重新登录。', 'El enlace sirve una sola vez, durante una hora. Habrá que iniciar sesión de nuevo en todos los dispositivos.', 'ลิงก์ใช้ได้ครั้งเดียวภายในหนึ่งชั่วโมง ทุกอุปกรณ์ต้องเข้าสู่ระบบใหม่'],
    reset_incomplete: [
      'This link is incomplete. Open it exactly as you received it, or ask customer support for a new one.',
      '链接不完整。请按收到的原样打开，或联系客服重新获取。',
      'El enlace está incompleto. Ábralo tal como lo recibió o pida otro a atención al cliente.',
      'ลิงก์ไม่ครบถ้วน โปรดเปิดตามที่ได้รับ หรือขอลิงก์ใหม่จากฝ่ายบริการลูกค้า',
    ],
    new_password: ['New password', '新密码', 'Contraseña nueva', 'รหัสผ่านใหม่'],
    repeat_password: ['Repeat new password', '确认新密码', 'Repita la contraseña nueva', 'รหัสผ่านใหม่อีกครั้ง'],
    set_password: ['Set password', '设置密码', 'Guardar contraseña', 'ตั้งรหัสผ่าน'],
    password_set: ['Your new password is set. Log in with it.', '新密码已设置，请使用新密码登录。', 'Contraseña guardada. Inicie sesión con ella.', 'ตั้งรหัสผ่านใหม่แล้ว โปรดเข้าสู่ระบบด้วยรหัสผ่านใหม่'],
    to_login: ['Back to login', '返回登录', 'Volver al inicio de sesión', 'กลับไปหน้าเข้าสู่ระบบ'],
  }),
};
