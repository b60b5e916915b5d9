/** Messages for amounts as people type them. `{example}` is one in the reader's language. */
import { words } from '#foundation/core/words.ts';

export const amountWords = words({
  amount_typed: ['Enter an amount, such as {example}', '请输入金额，例如 {example}', 'Introduzca un importe, por ejemplo {example}', 'กรอกจำนวนเงิน เช่น {example}'],
  amount_decimals: [
    '{digits, plural, =0 {No decimals} one {At most # decimal} other {At most # decimals}}, such as {example}',
    '{digits, plural, =0 {不能有小数} other {最多 # 位小数}}，例如 {example}',
    '{digits, plural, =0 {Sin decimales} one {Como máximo # decimal} other {Como máximo # decimales}}, por ejemplo {example}',
    '{digits, plural, =0 {ไม่มีทศนิยม} other {ทศนิยมไม่เกิน # ตำแหน่ง}} เช่น {example}',
  ],
  amount_which: ['Which amount do you mean?', '您指的是哪个金额？', '¿A qué importe se refiere?', 'คุณหมายถึงจำนวนใด'],
});
