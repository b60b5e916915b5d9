/**
 * Notices about withdrawals and payouts, in the bell, and about money that left also by text message: one phrase per kind.
 * Stored rows refer to the names, so never rename one. A phrase holds no link, so that users don't learn to follow links.
 */
import { words } from '#foundation/core/words.ts';

export const disbursementNotices = words({
  payout_failed: ['A payout of {amount} to {holder} failed. Pay it again or take the money back.', '付给 {holder} 的代付 {amount} 失败。请重新付款，或取消并退回款项。', 'Ha fallado un pago de {amount} a {holder}. Vuelva a pagar o recupere el dinero.', 'รายการจ่าย {amount} ให้ {holder} ไม่สำเร็จ โปรดจ่ายใหม่หรือรับเงินคืน'],
  payouts_failed: ['{count, number} payouts failed. Pay them again or take the money back.', '有 {count, number} 笔代付失败。请重新付款，或取消并退回款项。', 'Han fallado {count, number} pagos a terceros. Vuelva a pagar o recupere el dinero.', 'มีรายการจ่าย {count, number} รายการไม่สำเร็จ โปรดจ่ายใหม่หรือรับเงินคืน'],
  withdrawal_failed: ['Your withdrawal of {amount} failed. Pay it again or take the money back.', '您的提现 {amount} 失败。请重新付款，或取消并退回款项。', 'Ha fallado su retiro de {amount}. Vuelva a pagar o recupere el dinero.', 'การถอนเงิน {amount} ของคุณไม่สำเร็จ โปรดจ่ายใหม่หรือรับเงินคืน'],
  withdrawals_failed: [
    '{count, number} of your withdrawals failed. Pay them again or take the money back.',
    '您有 {count, number} 笔提现失败。请重新付款，或取消并退回款项。',
    'Han fallado {count, number} de sus retiros. Vuelva a pagar o recupere el dinero.',
    'การถอนเงินของคุณ {count, number} รายการไม่สำเร็จ โปรดจ่ายใหม่หรือรับเงินคืน',
  ],
  withdrawal_paid: [
    'Your withdrawal of {amount} was paid to {account}. If this wasn’t you, contact customer support immediately.',
    '您的提现 {amount} 已付至 {account}。如非本人操作，请立即联系客服。',
    'Se ha pagado su retiro de {amount} a {account}. Si no ha sido usted, contacte de inmediato con atención al cliente.',
    'จ่ายเงินถอน {amount} ไปยัง {account} แล้ว หากไม่ใช่คุณ โปรดติดต่อฝ่ายบริการลูกค้าทันที',
  ],
});
