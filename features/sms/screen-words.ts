/** Strings of the SMS code field, for every screen that has one. */
import { words } from '#foundation/core/words.ts';

export const smsScreenWords = words({
  sms_code: ['Code from the message', '短信验证码', 'Código del SMS', 'รหัสจากข้อความ'],
  send_code: ['Send code', '获取验证码', 'Enviar código', 'ส่งรหัส'],
  send_again_in: ['Again in {seconds, number} s', '{seconds, number} 秒后重发', 'Otra vez en {seconds, number} s', 'ส่งใหม่ใน {seconds, number} วิ'],
  code_sent: ['The code is on its way to {mobile}', '验证码已发送至 {mobile}', 'Hemos enviado el código a {mobile}', 'ส่งรหัสไปที่ {mobile} แล้ว'],
});
