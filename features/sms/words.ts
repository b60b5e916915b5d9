/** Strings about SMS codes, and the text of the message. */
import { words } from '#foundation/core/words.ts';

export const smsTexts = words({
  sms_too_soon: ['A code was just sent; ask for the next one in {seconds, number} s', '验证码刚刚发送，请在 {seconds, number} 秒后重新获取', 'Acabamos de enviar un código; pida otro en {seconds, number} s', 'เพิ่งส่งรหัสไป ขอรหัสใหม่ได้ใน {seconds, number} วินาที'],
  sms_limit: ['Too many codes were asked for; try again in {minutes, number} min', '获取验证码次数过多，请在 {minutes, number} 分钟后重试', 'Se han pedido demasiados códigos; inténtelo en {minutes, number} min', 'ขอรหัสบ่อยเกินไป ลองใหม่ใน {minutes, number} นาที'],
  sms_not_sent: ['The message could not be sent; please try again', '短信发送失败，请重试', 'No se pudo enviar el mensaje; inténtelo de nuevo', 'ส่งข้อความไม่สำเร็จ โปรดลองใหม่'],
  registration_closed: ['Registration is closed', '注册功能已关闭', 'El registro está cerrado', 'ปิดรับสมัครแล้ว'],
  mobile_taken: ['This mobile number is already in use', '该手机号已被使用', 'Este número de móvil ya está en uso', 'หมายเลขมือถือนี้ถูกใช้แล้ว'],
  mobile_not_bound: ['No mobile number is bound to this account', '该账户未绑定手机', 'Esta cuenta no tiene un móvil vinculado', 'บัญชีนี้ยังไม่ได้ผูกหมายเลขมือถือ'],
  mobile_form: ['Enter a mobile number: 11 digits, starting with 13 to 19', '请输入正确的手机号：11 位数字，以 13 至 19 开头', 'Introduzca un móvil: 11 cifras que empiecen por 13 a 19', 'กรอกหมายเลขมือถือ 11 หลัก ขึ้นต้นด้วย 13 ถึง 19'],
  mobile_form_international: ['Enter the mobile number with its country code, for example +66 81 234 5678', '请输入带国家代码的手机号，例如 +66 81 234 5678', 'Introduzca el móvil con el prefijo del país, por ejemplo +66 81 234 5678', 'กรอกหมายเลขมือถือพร้อมรหัสประเทศ เช่น +66 81 234 5678'],
  sms_code_form: ['Enter the six digits of the code', '请输入 6 位数字验证码', 'Introduzca las seis cifras del código', 'กรอกรหัสหกหลัก'],
  sms_code_wrong: ['The code is wrong or too old', '验证码错误或已过期', 'El código es incorrecto o ha caducado', 'รหัสไม่ถูกต้องหรือหมดอายุ'],
  message_code: ['{name}: your code is {code}. It is valid for 5 minutes. Tell it to nobody.', '【{name}】您的验证码是 {code}，5 分钟内有效，请勿告诉他人。', '{name}: su código es {code}. Válido durante 5 minutos. No lo comparta.', '{name}: รหัสของคุณคือ {code} ใช้ได้ 5 นาที ห้ามบอกผู้อื่น'],
});
