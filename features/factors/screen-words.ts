/** Strings for the second step and the authenticator, on any screen. */
import { words } from '#foundation/core/words.ts';

export const factorScreenWords = words({
  // The second step in a form
  step_title: ['Confirm it’s you', '验证身份', 'Confirme que es usted', 'ยืนยันว่าเป็นคุณ'],
  step_choice: ['Confirm with', '验证方式', 'Confirmar con', 'วิธียืนยัน'],
  by_sms: ['Text message', '短信验证码', 'SMS', 'SMS'],
  by_google: ['Google Authenticator', '谷歌验证器', 'Google Authenticator', 'Google Authenticator'],
  google_code: ['Code from the authenticator app', '谷歌验证码', 'Código de la aplicación de autenticación', 'รหัสจากแอปยืนยันตัวตน'],
  google_code_hint: ['Six digits, new every 30 seconds', '6 位数字，每 30 秒更新', 'Seis cifras; cambian cada 30 segundos', 'ตัวเลขหกหลัก เปลี่ยนทุก 30 วินาที'],
  step_needed: ['Enter the code', '请输入验证码', 'Introduzca el código', 'กรอกรหัส'],

  // The key and the recovery codes
  qr_code: ['QR code for the authenticator app', '谷歌验证器二维码', 'Código QR para la aplicación', 'คิวอาร์โค้ดสำหรับแอปยืนยันตัวตน'],
  copy: ['Copy', '复制', 'Copiar', 'คัดลอก'],
  recovery_title: ['Save your recovery codes', '请保存恢复码', 'Guarde sus códigos de recuperación', 'เก็บรหัสกู้คืนของคุณไว้'],
  recovery_hint: [
    'If you lose your phone, each code replaces the authenticator once. This is the only time they’re shown.',
    '手机丢失时，每个恢复码可代替一次谷歌验证码。恢复码仅在此显示一次。',
    'Si pierde el teléfono, cada código sustituye una vez al autenticador. Solo se muestran esta vez.',
    'หากโทรศัพท์หาย แต่ละรหัสใช้แทนแอปยืนยันตัวตนได้หนึ่งครั้ง แสดงเพียงครั้งนี้เท่านั้น',
  ],
  recovery_codes: ['Recovery codes', '恢复码', 'Códigos de recuperación', 'รหัสกู้คืน'],
  recovery_file: ['Recovery codes of {username} at {name}', '{username} 在 {name} 的恢复码', 'Códigos de recuperación de {username} en {name}', 'รหัสกู้คืนของ {username} ที่ {name}'],
  download: ['Download', '下载', 'Descargar', 'ดาวน์โหลด'],
  recovery_kept: ['I’ve saved them', '我已保存', 'Los he guardado', 'เก็บไว้แล้ว'],
});
