/** Audit log phrases about operators' acts, one per action. Stored rows refer to the names, so never rename one. */
import { words } from '#foundation/core/words.ts';

export const operationActions = words({
  disbursement_frozen: ['Payout frozen', '冻结出款', 'Pago a tercero congelado', 'ระงับการจ่าย'],
  disbursement_unfrozen: ['Payout unfrozen', '解冻出款', 'Pago a tercero descongelado', 'ยกเลิกการระงับการจ่าย'],
  disbursement_marked_paid: ['Payout marked as paid', '人工标记已支付', 'Pago a tercero marcado como pagado', 'ทำเครื่องหมายว่าจ่ายแล้ว'],
  disbursement_cancelled: ['Payout cancelled by the platform', '平台取消出款', 'Pago a tercero cancelado por la plataforma', 'แพลตฟอร์มยกเลิกการจ่าย'],
  disbursement_submitted: ['Payout submitted for payment', '提交出款', 'Pago a tercero enviado a pagar', 'ส่งรายการไปจ่าย'],
  disbursement_queried: ['Payout queried with the upstream', '向支付渠道查询出款结果', 'Pago a tercero consultado al proveedor', 'สอบถามผู้ให้บริการเรื่องการจ่าย'],
  payee_account_read: ['Beneficiary’s full account number viewed', '查看收款人完整账号', 'Número de cuenta completo del beneficiario consultado', 'เปิดดูเลขบัญชีผู้รับเงินทั้งหมด'],
  member_terms_set: ['Member’s fees and limits set', '设置会员费用与限额', 'Comisiones y límites de un miembro fijados', 'ตั้งค่าธรรมเนียมและวงเงินของสมาชิก'],
  member_settlement_set: ['Member’s settlement set', '设置会员结算方式', 'Liquidación de un miembro fijada', 'ตั้งรอบโอนเงินของสมาชิก'],
  member_renamed: ['Member renamed', '修改会员名称', 'Nombre de un miembro cambiado', 'เปลี่ยนชื่อสมาชิก'],
  member_level_set: ['Member’s level set', '设置会员等级', 'Nivel de un miembro fijado', 'ตั้งระดับของสมาชิก'],
  member_disabled: ['Member disabled', '停用会员', 'Miembro desactivado', 'ระงับสมาชิก'],
  member_enabled: ['Member enabled', '启用会员', 'Miembro activado', 'เปิดใช้สมาชิก'],
  member_view_started: ['Viewing as a member started', '开始以会员身份查看', 'Vista como miembro iniciada', 'เริ่มดูในมุมมองสมาชิก'],
  member_view_ended: ['Viewing as a member ended', '结束以会员身份查看', 'Vista como miembro terminada', 'จบการดูในมุมมองสมาชิก'],
  member_note_added: ['Note on a member added', '添加会员备注', 'Nota sobre un miembro agregada', 'เพิ่มบันทึกเกี่ยวกับสมาชิก'],
  money_held: ['Member’s money put on hold', '冻结会员资金', 'Dinero de un miembro retenido', 'พักเงินของสมาชิก'],
  money_released: ['Member’s held money released', '解冻会员资金', 'Dinero retenido de un miembro liberado', 'ปลดยอดที่พักไว้ของสมาชิก'],
  login_ips_lifted: ['Member’s login IP list removed', '解除会员登录 IP 限制', 'Lista de IP de acceso de un miembro eliminada', 'ลบรายการ IP เข้าสู่ระบบของสมาชิก'],
  order_queried: ['Order queried with the upstream', '向支付渠道查询订单', 'Pedido consultado al proveedor', 'สอบถามผู้ให้บริการเรื่องคำสั่งซื้อ'],
  order_resent: ['Callback of an order resent', '重发订单回调', 'Notificación de un pedido reenviada', 'ส่งการแจ้งผลของคำสั่งซื้ออีกครั้ง'],
  order_reversed: ['Paid order reversed', '冲正已支付订单', 'Pedido pagado revertido', 'กลับรายการคำสั่งซื้อที่ชำระแล้ว'],
});
