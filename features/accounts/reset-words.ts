/** Strings for the password reset page. */
import { words } from '#foundation/core/words.ts';
import { resetTitles } from './reset-titles.ts';

export const resetWords = {
  ...resetTitles,
  ...words({
    reset_hint: ['The link works once, within an hour. All devices will have to log in again.', '链接在一小时内仅可使用一次，所有设备都需要重新登录。', 'El enlace sirve una vez, durante una hora. Todos los dispositivos tendrán que volver a entrar.', 'ลิงก์ใช้ได้ครั้งเดียวภายในหนึ่งชั่วโมง ทุกอุปกรณ์ต้องเข้าสู่ระบบใหม่'],
    reset_incomplete: [
      'This link is not complete. Open it as you received it, or ask customer service for a new one.',
      '链接不完整。请按收到的原样打开，或联系客服重新获取。',
      'El enlace está incompleto. Ábralo tal como lo recibió o pida otro al servicio de atención.',
      'ลิงก์ไม่ครบถ้วน เปิดตามที่ได้รับ หรือขอลิงก์ใหม่จากฝ่ายบริการลูกค้า',
    ],
    new_password: ['New password', '新密码', 'Contraseña nueva', 'รหัสผ่านใหม่'],
    repeat_password: ['Repeat the new password', '再次输入新密码', 'Repita la contraseña nueva', 'กรอกรหัสผ่านใหม่อีกครั้ง'],
    set_password: ['Set password', '设置密码', 'Guardar contraseña', 'ตั้งรหัสผ่าน'],
    password_set: ['The new password is set. Log in with it.', '新密码已设置，请使用新密码登录。', 'Contraseña guardada. Entre con ella.', 'ตั้งรหัสผ่านใหม่แล้ว โปรดเข้าสู่ระบบ'],
    to_login: ['Back to login', '返回登录', 'Volver al inicio de sesión', 'กลับไปเข้าสู่ระบบ'],
  }),
};
