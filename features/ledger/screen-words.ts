/** Strings for the money log. */
import { words } from '#foundation/core/words.ts';
import { ledgerTitles } from './screen-titles.ts';

export const ledgerScreenWords = {
  ...ledgerTitles,
  ...words({
    hint: [
      'Every entry in your wallet. After = before + amount − fee. Times are in {zone}.',
      '钱包的每一笔变动。变动后余额 = 变动前余额 + 金额 − 手续费。时间按 {zone}。',
      'Todos los movimientos de su billetera. Después = antes + importe − comisión. Horas en {zone}.',
      'ทุกรายการในกระเป๋าเงินของคุณ ยอดหลัง = ยอดก่อน + จำนวนเงิน − ค่าธรรมเนียม เวลาตาม {zone}',
    ],
    order_no: ['Order number', '订单号', 'Número de pedido', 'หมายเลขคำสั่งซื้อ'],
    find: ['Order or system number', '商户订单号或系统单号', 'Número de pedido o del sistema', 'หมายเลขคำสั่งซื้อหรือหมายเลขระบบ'],
    capped_note: [
      'Too many numbers start like this: the list and sums cover the first 1,000. Type more of the number.',
      '以此开头的单号过多：列表与合计仅含其中前 1,000 个，请输入更多位数。',
      'Hay demasiados números que empiezan así: la lista y las sumas cubren los 1.000 primeros. Escriba más dígitos.',
      'มีหมายเลขที่ขึ้นต้นแบบนี้มากเกินไป รายการและยอดรวมนับเฉพาะ 1,000 หมายเลขแรก โปรดพิมพ์หมายเลขเพิ่ม',
    ],
    system_no: ['System number', '系统单号', 'Número del sistema', 'หมายเลขระบบ'],
    type: ['Type', '类型', 'Tipo', 'ประเภท'],
    amount: ['Amount', '金额', 'Importe', 'จำนวนเงิน'],
    fee: ['Fee', '手续费', 'Comisión', 'ค่าธรรมเนียม'],
    before: ['Before', '变动前', 'Antes', 'ยอดก่อน'],
    after: ['After', '变动后', 'Después', 'ยอดหลัง'],
    remark: ['Remark', '备注', 'Observaciones', 'หมายเหตุ'],
    held: ['On hold', '冻结金额', 'Congelado', 'ถูกพักไว้'],
    releases_on: ['Available on', '解冻时间', 'Disponible el', 'ใช้ได้เมื่อ'],
    releases_on_hint: ['Only entries whose money, or part of it, becomes available at this time.', '仅显示在此时间解冻（全部或部分）的明细。', 'Solo los movimientos cuyo dinero, entero o en parte, queda disponible en ese momento.', 'เฉพาะรายการที่เงินทั้งหมดหรือบางส่วนจะใช้ได้ในเวลานี้'],
    held_after: ['On hold after', '此时间后仍冻结', 'Retenido después del', 'ยังพักไว้หลัง'],
    held_after_hint: ['Only entries whose money, or part of it, is still on hold after this time.', '仅显示在此时间之后仍冻结（全部或部分）的明细。', 'Solo los movimientos cuyo dinero, entero o en parte, sigue retenido después de ese momento.', 'เฉพาะรายการที่เงินทั้งหมดหรือบางส่วนยังถูกพักไว้หลังเวลานี้'],
    time: ['Time', '时间', 'Fecha y hora', 'เวลา'],

    payin: ['Pay-in', '代收', 'Cobro', 'รับชำระ'],
    recharge: ['Recharge', '充值', 'Recarga', 'เติมเงิน'],
    withdrawal: ['Withdrawal', '提现', 'Retiro', 'ถอนเงิน'],
    payout: ['Payout', '代付', 'Pago a tercero', 'จ่ายเงิน'],
    refund: ['Refund', '退回', 'Devolución', 'คืนเงิน'],
    commission: ['Commission', '佣金', 'Comisión de agente', 'ค่าคอมมิชชัน'],
    adjustment: ['Adjustment', '调账', 'Ajuste', 'ปรับยอด'],
    reversal: ['Reversal', '冲正', 'Reversión', 'กลับรายการ'],
    of_member: ['Order of member {member}', '会员 {member} 的订单', 'Pedido del miembro {member}', 'คำสั่งซื้อของสมาชิก {member}'],

    opening: ['Opening', '期初余额', 'Saldo inicial', 'ยอดยกมา'],
    in: ['In', '收入', 'Entradas', 'เข้า'],
    out: ['Out', '支出', 'Salidas', 'ออก'],
    fees: ['Fees', '手续费', 'Comisiones', 'ค่าธรรมเนียม'],
    closing: ['Closing', '期末余额', 'Saldo final', 'ยอดคงเหลือ'],

    new_entries: ['{count, plural, one {# new entry} other {# new entries}}', '{count, number} 条新记录', '{count, plural, one {# movimiento nuevo} other {# movimientos nuevos}}', '{count, number} รายการใหม่'],
    changed: ['This list has changed', '列表有更新', 'La lista ha cambiado', 'รายการมีการเปลี่ยนแปลง'],
    counted: ['{count, plural, one {# entry} other {# entries}}', '{count, number} 条明细', '{count, plural, one {# movimiento} other {# movimientos}}', '{count, number} รายการ'],
    counted_at_least: ['{count, number}+ entries', '{count, number}+ 条明细', '{count, number} movimientos o más', '{count, number} รายการขึ้นไป'],
    empty_title: ['No money movements yet', '暂无资金变动', 'Todavía no hay movimientos', 'ยังไม่มีการเคลื่อนไหวของเงิน'],
    empty_hint: ['Your first paid order or recharge appears here, with your balance before and after.', '首笔支付成功的订单或充值会显示在这里，并列出变动前后的余额。', 'El primer pedido pagado o recarga aparecerá aquí, con su saldo antes y después.', 'คำสั่งซื้อแรกที่ชำระแล้วหรือการเติมเงินจะปรากฏที่นี่ พร้อมยอดก่อนและหลัง'],
  }),
};
