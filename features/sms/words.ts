/** Strings about SMS codes, and the text of the message. */
import { words } from '#foundation/core/words.ts';

export const smsTexts = words({
  sms_too_soon: ['We just sent a code; you can request another in {seconds, number} s', '验证码刚刚发送，请在 {seconds, number} 秒后重新获取', 'Acabamos de enviar un código; podrá pedir otro dentro de {seconds, number} s', 'เพิ่งส่งรหัสไป ขอรหัสใหม่ได้ในอีก {seconds, number} วินาที'],
  sms_limit: ['Too many codes requested; try again in {minutes, number} min', '获取验证码次数过多，请在 {minutes, number} 分钟后重试', 'Se han pedido demasiados códigos; inténtelo dentro de {minutes, number} min', 'ขอรหัสบ่อยเกินไป โปรดลองใหม่ในอีก {minutes, number} นาที'],
  sms_not_sent: ['The text message couldn’t be sent; please try again', '短信发送失败，请重试', 'No se pudo enviar el SMS; inténtelo de nuevo', 'ส่ง SMS ไม่สำเร็จ โปรดลองใหม่'],
  registration_closed: ['Registration is closed', '注册已关闭', 'El registro está cerrado', 'ปิดรับสมัครแล้ว'],
  mobile_taken: ['This mobile number is already in use', '该手机号已被使用', 'Este número de teléfono ya está en uso', 'หมายเลขมือถือนี้ถูกใช้แล้ว'],
  mobile_not_bound: ['This account has no mobile number', '该账户未绑定手机号', 'Esta cuenta no tiene un teléfono vinculado', 'บัญชีนี้ยังไม่ได้ผูกหมายเลขมือถือ'],
  mobile_form: ['Enter an 11-digit mobile number starting with 13 to 19', '请输入正确的手机号：11 位数字，以 13 至 19 开头', 'Introduzca un número de teléfono de 11 cifras que empiece por 13 a 19', 'กรอกหมายเลขมือถือ 11 หลัก ขึ้นต้นด้วย 13 ถึง 19'],
  mobile_form_international: ['Enter the mobile number with country code, such as +66 81 234 5678', '请输入带国家代码的手机号，例如 +66 81 234 5678', 'Introduzca el teléfono con el prefijo del país, por ejemplo +66 81 234 5678', 'กรอกหมายเลขมือถือพร้อมรหัสประเทศ เช่น +66 81 234 5678'],
  sms_code_form: ['Enter the six-digit code', '请输入 6 位数字验证码', 'Introduzca el código de seis cifras', 'กรอกรหัสหกหลัก'],
  sms_code_wrong: ['The code is wrong or has expired', '验证码错误或已过期', 'El código es incorrecto o ha caducado', 'รหัสไม่ถูกต้องหรือหมดอายุ'],
  message_code: ['{name}: your code is {code}. It’s valid for 5 minutes. Don’t share it with anyone.', '【{name}】您的验证码是 {code}，5 分钟内有效，请勿告诉他人。', '{name}: su código es {code}. Válido durante 5 minutos. No lo comparta.', '{name}: รหัสของคุณคือ {code} ใช้ได้ 5 นาที ห้ามบอกผู้อื่น'],
});
