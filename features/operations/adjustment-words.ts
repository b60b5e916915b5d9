/** Strings for the dialog that adjusts a member's wallet. */
import { words } from '#foundation/core/words.ts';

export const adjustmentWords = words({
  act: ['Adjust balance', '调整余额', 'Ajustar el saldo', 'ปรับยอด'],
  title: ['Adjust the balance of {member}', '调整 {member} 的余额', 'Ajustar el saldo de {member}', 'ปรับยอดของ {member}'],
  what: [
    'It’s booked as an adjustment and shown in the member’s money log and statement. A large one needs another operator to confirm it.',
    '记为调账，并显示在会员的资金明细和对账单中。大额调账须由另一位运营人员确认。',
    'Se contabiliza como ajuste y aparece en los movimientos y el extracto del miembro. Uno grande debe confirmarlo otro operador.',
    'บันทึกเป็นการปรับยอดและแสดงในรายการเงินและใบแจ้งยอดของสมาชิก ยอดสูงต้องให้ผู้ดูแลระบบอีกคนยืนยัน',
  ],
  direction: ['What happens', '调整方式', 'Qué ocurre', 'สิ่งที่เกิดขึ้น'],
  credit: ['Add money', '增加金额', 'Agregar dinero', 'เพิ่มเงิน'],
  debit: ['Take money away', '扣除金额', 'Descontar dinero', 'หักเงิน'],
  amount: ['Amount', '金额', 'Importe', 'จำนวนเงิน'],
  reason: ['Reason', '原因', 'Motivo', 'เหตุผล'],
  reason_hint: ['The member sees it.', '会员可见。', 'El miembro lo ve.', 'สมาชิกจะเห็น'],
  reference: ['Reference (optional)', '参考号（选填）', 'Referencia (opcional)', 'เลขอ้างอิง (ไม่บังคับ)'],
  reference_hint: ['A case, a statement; only operators see it.', '案件或对账单等，仅运营人员可见。', 'Un caso, un extracto; solo lo ven los operadores.', 'เช่น เคสหรือใบแจ้งยอด เห็นเฉพาะผู้ดูแลระบบ'],
  done_told: ['Balance adjusted under {reference}', '余额已调整，编号 {reference}', 'Saldo ajustado con el número {reference}', 'ปรับยอดแล้ว หมายเลข {reference}'],
  proposed_told: ['Proposed: another operator must confirm it', '已提议，须由另一位运营人员确认', 'Propuesto: otro operador debe confirmarlo', 'เสนอแล้ว ผู้ดูแลระบบอีกคนต้องยืนยัน'],
});
