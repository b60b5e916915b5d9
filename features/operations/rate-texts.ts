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
      'The platform’s highest percentage is {maximum, number, ::.####}%',
      '平台费率上限为 {maximum, number, ::.####}%',
      'El porcentaje máximo de la plataforma es {maximum, number, ::.####} %',
      'ร้อยละสูงสุดของแพลตฟอร์มคือ {maximum, number, ::.####}%',
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

/** Of the calls about many rates at once. */
export const rateBulkTexts = {
  ...operatorRateTexts,
  ...words({
    code_unknown: [
      'No channel has this code',
      '没有使用该代码的通道',
      'Ningún canal tiene este código',
      'ไม่มีช่องทางที่ใช้รหัสนี้',
    ],
    row_twice: [
      'This member and channel stand in an earlier row',
      '前面已有该会员与通道的行',
      'Este miembro y canal ya están en una fila anterior',
      'สมาชิกและช่องทางนี้อยู่ในแถวก่อนหน้าแล้ว',
    ],
    rows_needed: ['Choose at least one rate', '请至少选择一项费率', 'Elija al menos una tarifa', 'เลือกอย่างน้อยหนึ่งอัตรา'],
    rows_most: ['At most 500 at a time', '每次最多 500 项', 'Como máximo 500 a la vez', 'ครั้งละไม่เกิน 500 รายการ'],
    checked_most: [
      'At most 5,000 rows at a time',
      '每次最多 5,000 行',
      'Como máximo 5.000 filas a la vez',
      'ครั้งละไม่เกิน 5,000 แถว',
    ],
    rates_too_many: [
      'The filter selects more than {count, number} members; narrow it',
      '筛选条件选中超过 {count, number} 名会员，请缩小范围',
      'El filtro selecciona más de {count, number} miembros; acótelo',
      'ตัวกรองเลือกสมาชิกมากกว่า {count, number} ราย โปรดจำกัดให้แคบลง',
    ],
    change_needed: ['Fill in what to change', '请填写要更改的内容', 'Indique qué cambiar', 'กรอกสิ่งที่ต้องการเปลี่ยน'],
    percent_or_add: [
      'Enter a new percentage or a difference, not both',
      '新百分比与增减值只能填写一项',
      'Indique un porcentaje nuevo o una diferencia, no ambos',
      'กรอกร้อยละใหม่หรือส่วนต่าง อย่างใดอย่างหนึ่ง',
    ],
  }),
};
