/** Strings for the operators' screen about certifications. */
import { words } from '#foundation/core/words.ts';

export const certificationQueueWords = words({
  hint: ['Compare the photos with what was typed. The oldest comes first.', '请核对照片与填写内容，最早提交的排在最前。', 'Compare las fotos con los datos escritos. Primero, la más antigua.', 'เทียบรูปกับข้อมูลที่กรอก รายการเก่าสุดอยู่บนสุด'],
  which: ['Which certifications', '认证范围', 'Qué verificaciones', 'รายการที่แสดง'],
  all: ['All', '全部', 'Todas', 'ทั้งหมด'],
  counted: ['{count, plural, one {# certification} other {# certifications}}', '{count, number} 份认证', '{count, plural, one {# verificación} other {# verificaciones}}', '{count, number} รายการ'],
  empty_title: ['Nothing to review', '暂无待审核的认证', 'Nada que revisar', 'ไม่มีรายการรอตรวจ'],
  empty_hint: ['A certification comes here as soon as a member submits one.', '会员提交实名认证后会显示在这里。', 'Aquí aparece cada verificación que envía un miembro.', 'เมื่อสมาชิกส่งข้อมูลยืนยันตัวตน รายการจะมาแสดงที่นี่'],
  state: ['Status', '状态', 'Estado', 'สถานะ'],
  member: ['Member', '会员', 'Miembro', 'สมาชิก'],
  member_no: ['Member number', '会员号', 'Número de miembro', 'หมายเลขสมาชิก'],
  looking: ['{name} is looking at this', '{name} 正在审核', '{name} la está revisando', '{name} กำลังตรวจรายการนี้'],
  looking_own: ['You’re looking at this', '您正在审核', 'La está revisando usted', 'คุณกำลังตรวจรายการนี้'],
  taken_from: ['You took this over from {name}.', '您已从 {name} 处接手。', 'La ha tomado de {name}.', 'คุณรับช่วงรายการนี้จาก {name} แล้ว'],
  taken_by: ['{name} has taken this over from you.', '{name} 已从您处接手。', '{name} la ha tomado de usted.', '{name} รับช่วงรายการนี้จากคุณแล้ว'],
  take_over: ['Take over', '接手', 'Tomarla', 'รับช่วง'],
  certification: ['Certification', '认证', 'Verificación', 'การยืนยันตัวตน'],
  load_failed: ['The certification couldn’t be loaded', '认证加载失败', 'No se pudo cargar la verificación', 'โหลดข้อมูลยืนยันตัวตนไม่สำเร็จ'],
  missing: ['There’s no such certification', '没有这份认证', 'No se ha encontrado la verificación', 'ไม่มีรายการยืนยันตัวตนนี้'],

  // What the number says
  says: ['What the ID number says', '证件号码信息', 'Qué dice el número de documento', 'ข้อมูลจากเลขประจำตัว'],
  says_nothing: ['Only ID numbers of mainland China say more.', '仅中国大陆身份证号码可解析。', 'Solo los números de China continental dicen algo más.', 'อ่านข้อมูลเพิ่มได้เฉพาะเลขประจำตัวของจีนแผ่นดินใหญ่'],
  born: ['Born', '出生日期', 'Nacimiento', 'วันเกิด'],
  born_age: ['{day} ({age, plural, one {# year} other {# years}})', '{day}（{age, number} 岁）', '{day} ({age, plural, one {# año} other {# años}})', '{day} ({age, number} ปี)'],
  region: ['Region', '地区', 'Región', 'ภูมิภาค'],
  region_unknown: ['Unknown', '未知', 'Desconocida', 'ไม่ทราบ'],
  check: ['Check digit', '校验位', 'Dígito de control', 'หลักตรวจสอบ'],
  check_fits: ['Valid', '正确', 'Correcto', 'ถูกต้อง'],
  check_wrong: ['Wrong', '错误', 'Incorrecto', 'ไม่ถูกต้อง'],
  minor: ['Under 18', '未满 18 周岁', 'Menor de 18 años', 'อายุต่ำกว่า 18 ปี'],

  // The same elsewhere
  same: ['The same at other members', '其他会员的相同信息', 'Lo mismo en otros miembros', 'ข้อมูลซ้ำที่สมาชิกรายอื่น'],
  same_none: ['Neither the ID number nor a photo was submitted by another member.', '没有其他会员提交过相同的证件号码或照片。', 'Ningún otro miembro ha enviado este número ni estas fotos.', 'ไม่มีสมาชิกรายอื่นส่งเลขประจำตัวหรือรูปนี้'],
  same_id_number: ['Same ID number', '证件号码相同', 'Mismo número', 'เลขประจำตัวเดียวกัน'],
  same_photo: ['Same photo', '照片相同', 'Misma foto', 'รูปเดียวกัน'],

  // Photos
  zoom_in: ['Zoom in', '放大', 'Acercar', 'ขยาย'],
  zoom_out: ['Zoom out', '缩小', 'Alejar', 'ย่อ'],
  rotate: ['Rotate', '旋转', 'Girar', 'หมุน'],
  photo_of: ['{photo}: {act}', '{photo}：{act}', '{photo}: {act}', '{photo}: {act}'],

  // Deciding
  approve: ['Approve', '通过', 'Aprobar', 'อนุมัติ'],
  reject: ['Reject', '驳回', 'Rechazar', 'ไม่ผ่าน'],
  revoke: ['Revoke', '撤销', 'Revocar', 'เพิกถอน'],
  approve_what: ['{name} becomes the certified person of {member}.', '{name} 将成为会员 {member} 的实名认证人。', '{name} pasa a ser la persona verificada de {member}.', '{name} จะเป็นผู้ที่ยืนยันตัวตนของ {member}'],
  reject_what: ['{member} reads the remark and can submit again.', '会员 {member} 将看到备注，并可重新提交。', '{member} leerá las observaciones y podrá volver a enviarla.', '{member} จะเห็นหมายเหตุและส่งใหม่ได้'],
  revoke_what: [
    '{member} is then not certified: its programs can’t collect, and it can’t withdraw or pay out, until another certification is approved.',
    '会员 {member} 将变为未认证，在新的认证通过前无法通过接口收款，也无法提现和代付。',
    '{member} dejará de estar verificado: sus programas no podrán cobrar ni él retirar o pagar hasta que se apruebe otra verificación.',
    '{member} จะกลายเป็นยังไม่ยืนยันตัวตน โปรแกรมรับชำระไม่ได้ และถอนหรือจ่ายเงินไม่ได้จนกว่าจะมีการอนุมัติใหม่',
  ],
  templates: ['Remark, in the member’s language', '备注（以会员的语言显示）', 'Observación, en el idioma del miembro', 'หมายเหตุ (แสดงเป็นภาษาของสมาชิก)'],
  own_words: ['In your own words (optional if you chose one above)', '补充说明（已选择备注时可不填）', 'Con sus palabras (opcional si eligió una arriba)', 'เขียนเอง (ไม่บังคับหากเลือกไว้แล้ว)'],
  own_words_hint: ['The member reads it exactly as you write it.', '会员将看到您填写的原文。', 'El miembro lo lee tal como lo escriba.', 'สมาชิกจะเห็นตามที่คุณเขียน'],
  approved_toast: ['Certification approved', '认证已通过', 'Verificación aprobada', 'อนุมัติการยืนยันตัวตนแล้ว'],
  rejected_toast: ['Certification rejected', '认证已驳回', 'Verificación rechazada', 'ปฏิเสธการยืนยันตัวตนแล้ว'],
  revoked_toast: ['Certification revoked', '认证已撤销', 'Verificación revocada', 'เพิกถอนการยืนยันตัวตนแล้ว'],
  status_revoked: ['Revoked', '已撤销', 'Revocada', 'ถูกเพิกถอน'],
  revoked_at: ['Revoked', '撤销时间', 'Revocada', 'เพิกถอนเมื่อ'],
  sent: ['What was submitted', '提交的信息', 'Lo que se envió', 'ข้อมูลที่ส่งมา'],
  members_remark: ['Member’s remark', '会员备注', 'Observaciones del miembro', 'หมายเหตุจากสมาชิก'],
});
