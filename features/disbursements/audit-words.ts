/**
 * Audit log phrases about withdrawals and payouts, one per action. Stored rows refer to the names, so never rename one.
 */
import { words } from '#foundation/core/words.ts';

export const disbursementActions = words({
  withdrawal_applied: ['Withdrawal requested', '申请提现', 'Retiro solicitado', 'ขอถอนเงิน'],
  withdrawal_cancelled: ['Withdrawal cancelled', '取消提现', 'Retiro cancelado', 'ยกเลิกการถอนเงิน'],
  withdrawal_retried: ['Withdrawal paid again', '提现重新付款', 'Retiro reintentado', 'จ่ายรายการถอนใหม่'],
  payout_cancelled: ['Payout cancelled', '取消代付', 'Pago a tercero cancelado', 'ยกเลิกรายการจ่ายเงิน'],
  payout_retried: ['Payout paid again', '代付重新付款', 'Pago a tercero reintentado', 'จ่ายรายการจ่ายเงินใหม่'],
});
