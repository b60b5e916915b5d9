/** Refusals and field errors of the calls that reverse paid orders. */
import { approvalTexts } from '#features/approvals/words.ts';
import { factorTexts } from '#features/factors/words.ts';
import { words } from '#foundation/core/words.ts';

export const operatorOrderTexts = {
  ...factorTexts,
  ...approvalTexts,
  ...words({
    order_not_paid: ['It is not paid: there is nothing to take back', '订单未支付，无可冲正', 'No está pagado: no hay nada que revertir', 'ยังไม่ชำระ จึงไม่มีอะไรให้กลับรายการ'],
    order_reversed: ['It has been reversed already', '订单已冲正', 'Ya se revirtió', 'กลับรายการไปแล้ว'],
    reversal_uncovered: [
      '{missing} is missing in the wallet of {member}: only a forced reversal takes it below zero',
      '{member} 的钱包缺少 {missing}，只有强制冲正才能使其低于零',
      'Faltan {missing} en el monedero de {member}: solo una reversión forzada lo deja en negativo',
      'กระเป๋าเงินของ {member} ขาดอยู่ {missing} เฉพาะการกลับรายการแบบบังคับเท่านั้นที่ทำให้ต่ำกว่าศูนย์ได้',
    ],
  }),
};
