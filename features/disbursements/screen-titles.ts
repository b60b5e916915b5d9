/** Titles of the withdrawal and payout screens, separate because the menu needs them before any screen is loaded. */
import { words } from '#foundation/core/words.ts';

export const disbursementTitles = words({
  repay: ['Repay statement', '代付账单', 'Extracto de pagos', 'รายการจ่ายเงิน'],
  payouts: ['Payouts', '代付', 'Pagos a terceros', 'จ่ายเงิน'],
  withdraw: ['Withdraw', '申请提现', 'Retirar', 'ถอนเงิน'],
});
