/** Strings for the operators' screen about cards. */
import { words } from '#foundation/core/words.ts';

export const cardQueueWords = words({
  hint: ['Where members withdraw to. The oldest comes first.', '会员提现的收款账户，最早提交的排在最前。', 'Adónde retiran los miembros. Primero, la más antigua.', 'บัญชีที่สมาชิกถอนเงินเข้า รายการเก่าสุดอยู่บนสุด'],
  which: ['Which cards', '银行卡范围', 'Qué tarjetas', 'รายการที่แสดง'],
  all: ['All', '全部', 'Todas', 'ทั้งหมด'],
  counted: ['{count, plural, one {# card} other {# cards}}', '{count, number} 张卡', '{count, plural, one {# tarjeta} other {# tarjetas}}', '{count, number} บัตร'],
  empty_title: ['Nothing to review', '暂无待审核的银行卡', 'Nada que revisar', 'ไม่มีบัตรรอตรวจ'],
  empty_hint: ['A card comes here when a member adds or changes one and has to wait for approval.', '会员添加或修改银行卡且需要审核时，会显示在这里。', 'Aquí aparece cada tarjeta que un miembro agrega o cambia y que espera aprobación.', 'เมื่อสมาชิกเพิ่มหรือแก้ไขบัตรที่ต้องรออนุมัติ รายการจะมาแสดงที่นี่'],
  member: ['Member', '会员', 'Miembro', 'สมาชิก'],
  member_no: ['Member number', '会员号', 'Número de miembro', 'หมายเลขสมาชิก'],
  changed_at: ['Added or changed', '添加或修改时间', 'Agregada o cambiada', 'เพิ่มหรือแก้ไขเมื่อ'],
  reviewed_at: ['Reviewed', '审核时间', 'Revisada', 'พิจารณาเมื่อ'],
  card: ['Card', '银行卡', 'Tarjeta', 'บัตร'],
  branch: ['Branch', '开户支行', 'Sucursal', 'สาขา'],
  reviewer: ['Reviewer’s remark', '审核备注', 'Observaciones del revisor', 'หมายเหตุจากผู้ตรวจ'],
  load_failed: ['The card couldn’t be loaded', '银行卡加载失败', 'No se pudo cargar la tarjeta', 'โหลดบัตรไม่สำเร็จ'],
  missing: ['This card doesn’t exist or was removed', '该银行卡不存在或已删除', 'Esta tarjeta no se ha encontrado o se eliminó', 'ไม่มีบัตรนี้หรือถูกลบแล้ว'],
  certified_name: ['Certified name', '实名认证姓名', 'Nombre verificado', 'ชื่อที่ยืนยันตัวตน'],
  not_certified: ['Not certified', '未认证', 'Sin verificar', 'ยังไม่ยืนยัน'],
  names_differ: ['Differs from the holder', '与开户人不一致', 'No coincide con el titular', 'ไม่ตรงกับเจ้าของบัญชี'],
  names_match: ['Same as the holder', '与开户人一致', 'Coincide con el titular', 'ตรงกับเจ้าของบัญชี'],
  same: ['The same account at other members', '其他会员的相同账户', 'La misma cuenta en otros miembros', 'บัญชีเดียวกันที่สมาชิกรายอื่น'],
  same_none: ['No other member has this account.', '没有其他会员使用该账户。', 'Ningún otro miembro tiene esta cuenta.', 'ไม่มีสมาชิกรายอื่นใช้บัญชีนี้'],

  // Deciding
  approve: ['Approve', '通过', 'Aprobar', 'อนุมัติ'],
  reject: ['Reject', '驳回', 'Rechazar', 'ไม่ผ่าน'],
  approve_what: ['{member} can then withdraw to {account} of {holder}.', '会员 {member} 之后可提现到 {holder} 的 {account}。', '{member} podrá retirar a {account} de {holder}.', '{member} จะถอนเงินเข้า {account} ของ {holder} ได้'],
  reject_what: ['{member} reads the remark and can change the card.', '会员 {member} 将看到备注，并可修改银行卡。', '{member} leerá las observaciones y podrá cambiar la tarjeta.', '{member} จะเห็นหมายเหตุและแก้ไขบัตรได้'],
  templates: ['Remark, in the member’s language', '备注（以会员的语言显示）', 'Observación, en el idioma del miembro', 'หมายเหตุ (แสดงเป็นภาษาของสมาชิก)'],
  own_words: ['In your own words (optional if you chose one above)', '补充说明（已选择备注时可不填）', 'Con sus palabras (opcional si eligió una arriba)', 'เขียนเอง (ไม่บังคับหากเลือกไว้แล้ว)'],
  own_words_hint: ['The member reads it exactly as you write it.', '会员将看到您填写的原文。', 'El miembro lo lee tal como lo escriba.', 'สมาชิกจะเห็นตามที่คุณเขียน'],
  approved_toast: ['Card approved', '银行卡已通过', 'Tarjeta aprobada', 'อนุมัติบัตรแล้ว'],
  rejected_toast: ['Card rejected', '银行卡已驳回', 'Tarjeta rechazada', 'ปฏิเสธบัตรแล้ว'],
});
