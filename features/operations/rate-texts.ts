/** Refusals and field errors of the operators' calls about rates. */
import { approvalTexts } from '#features/approvals/words.ts';
import { factorTexts } from '#features/factors/words.ts';
import { words } from '#foundation/core/words.ts';
import { operatorMemberTexts } from './words.ts';

export const operatorRateTexts = {
  ...factorTexts,
  ...approvalTexts,
  percent_range: operatorMemberTexts.percent_range,
  most_below_least: operatorMemberTexts.most_below_least,
  ...words({
    rate_channel_closed: [
      'The channel is closed, or the agents above don’t hold it',
      '通道已关闭，或上级代理未开通',
      'El canal está cerrado, o los agentes superiores no lo tienen',
      'ช่องทางปิดอยู่ หรือตัวแทนสายบนไม่มีช่องทางนี้',
    ],
    rate_above_most: [
      'The platform’s highest percentage is {maximum}%',
      '平台费率上限为 {maximum}%',
      'El porcentaje máximo de la plataforma es {maximum}%',
      'ร้อยละสูงสุดของแพลตฟอร์มคือ {maximum}%',
    ],
    rate_below_agent: [
      'At {amount} the fee is {fee}, below the {own} that the agent above pays',
      '金额 {amount} 时手续费为 {fee}，低于上级代理的 {own}',
      'Con {amount} la comisión es {fee}, menos que los {own} del agente superior',
      'ที่ {amount} ค่าธรรมเนียมคือ {fee} ต่ำกว่า {own} ที่ตัวแทนสายบนจ่าย',
    ],
    rate_below_cost: [
      'At {amount} the fee is {fee}, below the cost of {own} at {name}',
      '金额 {amount} 时手续费为 {fee}，低于 {name} 的成本 {own}',
      'Con {amount} la comisión es {fee}, menos que el coste de {own} en {name}',
      'ที่ {amount} ค่าธรรมเนียมคือ {fee} ต่ำกว่าต้นทุน {own} ของ {name}',
    ],
    rate_changed: [
      'This rate has just changed; look at it again',
      '该费率刚刚发生变化，请重新核对',
      'Esta tarifa acaba de cambiar; revísela de nuevo',
      'อัตรานี้เพิ่งเปลี่ยน โปรดตรวจสอบอีกครั้ง',
    ],
  }),
};
