/** Strings of the page that an invited person opens. */
import { words } from '#foundation/core/words.ts';

export const joinWords = words({
  join_heading: ['Join as an operator', '加入为运营人员', 'Alta de operador', 'เข้าร่วมเป็นผู้ดูแลระบบ'],
  join_hint: ['Choose how you’ll log in. The link works once, within 24 hours.', '请设置您的登录信息。链接在 24 小时内仅可使用一次。', 'Elija cómo iniciará sesión. El enlace sirve una sola vez, durante 24 horas.', 'กำหนดข้อมูลเข้าสู่ระบบของคุณ ลิงก์ใช้ได้ครั้งเดียวภายใน 24 ชั่วโมง'],
  join_incomplete: [
    'This link is incomplete. Open it exactly as you received it, or ask for a new one where you got it.',
    '链接不完整。请按收到的原样打开，或向原提供方重新获取。',
    'El enlace está incompleto. Ábralo tal como lo recibió o pida otro a quien se lo envió.',
    'ลิงก์ไม่ครบถ้วน โปรดเปิดตามที่ได้รับ หรือขอลิงก์ใหม่จากผู้ที่ให้ลิงก์นี้',
  ],
  join_password: ['Password', '密码', 'Contraseña', 'รหัสผ่าน'],
  join_repeat: ['Repeat password', '确认密码', 'Repita la contraseña', 'รหัสผ่านอีกครั้ง'],
  join_act: ['Create login', '创建登录账号', 'Crear acceso', 'สร้างบัญชีเข้าสู่ระบบ'],
  joined: ['You’re an operator now. Log in with your new username and password.', '您已成为运营人员，请使用新的用户名和密码登录。', 'Ya es operador. Inicie sesión con su nuevo usuario y contraseña.', 'คุณเป็นผู้ดูแลระบบแล้ว โปรดเข้าสู่ระบบด้วยชื่อผู้ใช้และรหัสผ่านใหม่'],
  join_to_login: ['To the login page', '前往登录', 'Ir al inicio de sesión', 'ไปหน้าเข้าสู่ระบบ'],
});
