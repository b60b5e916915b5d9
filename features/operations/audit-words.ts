/** Audit log phrases about operators' acts, one per action. Stored rows refer to the names, so never rename one. */
import { words } from '#foundation/core/words.ts';

export const operationActions = words({
  disbursement_frozen: ['Payout frozen', '冻结付款', 'Pago congelado', 'ระงับการจ่าย'],
  disbursement_unfrozen: ['Payout unfrozen', '解冻付款', 'Pago descongelado', 'ยกเลิกการระงับการจ่าย'],
  disbursement_marked_paid: ['Payout marked as paid', '人工标记已支付', 'Pago marcado como pagado', 'ทำเครื่องหมายว่าจ่ายแล้ว'],
  disbursement_cancelled: ['Payout cancelled by the platform', '平台取消付款', 'Pago cancelado por la plataforma', 'แพลตฟอร์มยกเลิกการจ่าย'],
  disbursement_submitted: ['Payout released for payment', '提交付款', 'Pago enviado a pagar', 'ส่งรายการไปจ่าย'],
  disbursement_queried: ['Upstream asked about a payout', '查询上游付款结果', 'Consulta al proveedor sobre un pago', 'สอบถามผู้ให้บริการเรื่องการจ่าย'],
  payee_account_read: ['Whole account number of a payee read', '查看收款人完整账号', 'Consulta del número de cuenta completo', 'เปิดดูเลขบัญชีผู้รับเงินทั้งหมด'],
  member_terms_set: ['Fees and limits of a member set', '设置会员费用与限额', 'Comisiones y límites de un miembro', 'ตั้งค่าธรรมเนียมและวงเงินของสมาชิก'],
  member_settlement_set: ['Settlement of a member set', '设置会员结算方式', 'Liquidación de un miembro', 'ตั้งการชำระดุลของสมาชิก'],
  money_held: ['Money of a member held', '冻结会员资金', 'Dinero de un miembro retenido', 'พักเงินของสมาชิก'],
  money_released: ['Held money of a member let go', '解冻会员资金', 'Dinero retenido de un miembro liberado', 'ปล่อยเงินที่พักไว้ของสมาชิก'],
  login_ips_lifted: ['Login addresses of a member lifted', '解除会员登录 IP 限制', 'Direcciones de acceso de un miembro anuladas', 'ยกเลิกข้อจำกัดที่อยู่เข้าสู่ระบบของสมาชิก'],
  order_reversed: ['Paid order reversed', '冲正已支付订单', 'Pedido pagado revertido', 'กลับรายการคำสั่งซื้อที่ชำระแล้ว'],
});
