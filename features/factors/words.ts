/** Error texts about second factors: refusals and field errors. */
import { smsTexts } from '#features/sms/words.ts';
import { words } from '#foundation/core/words.ts';
import { stepTexts } from './step-words.ts';

export const factorTexts = {
  ...smsTexts,
  ...stepTexts,
  ...words({
    verify_type_required: ['Choose how to confirm', '请选择验证方式', 'Elija cómo confirmar', 'เลือกวิธียืนยัน'],
    google_code_form: ['The authenticator code must be six digits', '谷歌验证码必须为 6 位数字', 'El código del autenticador debe tener seis cifras', 'รหัสจากแอปยืนยันตัวตนต้องมีหกหลัก'],
    google_code_wrong: ['Wrong code; check that your phone’s clock is correct', '验证码错误，请检查手机时间是否准确', 'Código incorrecto; compruebe que la hora de su teléfono es correcta', 'รหัสไม่ถูกต้อง โปรดตรวจสอบว่าเวลาของโทรศัพท์ถูกต้อง'],
    authenticator_bound: ['This account already has an authenticator', '该账户已绑定谷歌验证器', 'Esta cuenta ya tiene un autenticador', 'บัญชีนี้ผูกแอปยืนยันตัวตนแล้ว'],
    authenticator_not_bound: ['This account has no authenticator', '该账户未绑定谷歌验证器', 'Esta cuenta no tiene un autenticador', 'บัญชีนี้ยังไม่ได้ผูกแอปยืนยันตัวตน'],
    authenticator_not_pending: ['This key has expired; scan the new one', '该密钥已失效，请扫描新的二维码', 'Esta clave ya no es válida; escanee la nueva', 'คีย์นี้ใช้ไม่ได้แล้ว โปรดสแกนคีย์ใหม่'],
  }),
};
