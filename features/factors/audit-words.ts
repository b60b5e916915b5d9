/** Audit log actions about second factors, one phrase each. Stored rows refer to the names: never rename one. */
import { words } from '#foundation/core/words.ts';

export const factorActions = words({
  authenticator_bound: ['Authenticator set up', '绑定谷歌验证器', 'Autenticador activado', 'ผูกแอปยืนยันตัวตน'],
  authenticator_removed: ['Authenticator removed', '解绑谷歌验证器', 'Autenticador desactivado', 'ยกเลิกแอปยืนยันตัวตน'],
  recovery_code_used: ['Recovery code used', '使用恢复码', 'Código de recuperación usado', 'ใช้รหัสกู้คืน'],
  second_step_failed: ['Second step failed', '二次验证失败', 'Segundo paso fallido', 'ยืนยันขั้นที่สองไม่สำเร็จ'],
});
