/** What the audit log records about certifications: one phrase per action. Stored rows have the names: never rename. */
import { words } from '#foundation/core/words.ts';

export const certificationActions = words({
  certification_submitted: ['Certification submitted', '提交实名认证', 'Verificación enviada', 'ส่งข้อมูลยืนยันตัวตน'],
  certification_decided: ['Certification decided', '审核实名认证', 'Verificación resuelta', 'พิจารณาการยืนยันตัวตน'],
});
