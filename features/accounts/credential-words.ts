/** Error texts for changing passwords and the bound phone: refusals and field errors. */
import { factorTexts } from '#features/factors/words.ts';
import { words } from '#foundation/core/words.ts';
import { userTexts } from './words.ts';

export const credentialTexts = {
  ...userTexts,
  ...factorTexts,
  ...words({
    old_password_wrong: ['The current password is wrong', '当前密码错误', 'La contraseña actual es incorrecta', 'รหัสผ่านปัจจุบันไม่ถูกต้อง'],
    login_password_wrong: ['The login password is wrong', '登录密码错误', 'La contraseña de acceso es incorrecta', 'รหัสผ่านเข้าสู่ระบบไม่ถูกต้อง'],
    password_same: ['The new password must be different from the current one', '新密码不能与当前密码相同', 'La contraseña nueva debe ser distinta de la actual', 'รหัสผ่านใหม่ต้องไม่ซ้ำกับรหัสผ่านปัจจุบัน'],
    pay_password_form: ['The payment password must be six digits', '支付密码必须为 6 位数字', 'La contraseña de pago debe tener seis cifras', 'รหัสผ่านชำระเงินต้องเป็นตัวเลขหกหลัก'],
    pay_password_wrong: ['The payment password is wrong', '支付密码错误', 'La contraseña de pago es incorrecta', 'รหัสผ่านชำระเงินไม่ถูกต้อง'],
    pay_password_locked: ['Too many wrong payment passwords; try again in {minutes, number} min', '支付密码错误次数过多，请在 {minutes, number} 分钟后重试', 'Demasiados intentos con la contraseña de pago; inténtelo dentro de {minutes, number} min', 'ใส่รหัสผ่านชำระเงินผิดหลายครั้ง โปรดลองใหม่ในอีก {minutes, number} นาที'],
    mobile_bound: ['Your account already has a mobile number; remove it first', '已绑定手机号，请先解绑', 'Ya hay un teléfono vinculado; desvincúlelo primero', 'ผูกหมายเลขมือถือไว้แล้ว โปรดยกเลิกก่อน'],
  }),
};
