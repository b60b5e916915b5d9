/** What the audit log records about certifications: one phrase per action. Stored rows have the names: never rename. */
import { words } from '#foundation/core/words.ts';

export const certificationActions = words({
  certification_submitted: ['Certification submitted', '提交实名认证', 'Verificación enviada', 'ส่งข้อมูลยืนยันตัวตน'],
  certification_decided: ['Certification decided', '审核实名认证', 'Verificación resuelta', 'พิจารณาการยืนยันตัวตน'],
  certification_taken_over: ['Certification taken over from another operator', '接手其他运营人员的认证审核', 'Verificación tomada de otro operador', 'รับช่วงตรวจการยืนยันตัวตนจากผู้ดูแลระบบคนอื่น'],
  certification_revoked: ['Certification revoked', '撤销实名认证', 'Verificación revocada', 'เพิกถอนการยืนยันตัวตน'],
  id_number_read: ['Whole ID number viewed', '查看完整证件号码', 'Número de documento completo consultado', 'เปิดดูเลขประจำตัวทั้งหมด'],
});
