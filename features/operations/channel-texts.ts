/** Refusals and field errors of the operators' calls about channels. */
import { approvalTexts } from '#features/approvals/words.ts';
import { factorTexts } from '#features/factors/words.ts';
import { words } from '#foundation/core/words.ts';
import { operatorMemberTexts } from './words.ts';

const { most_below_least, percent_range, wall_form } = operatorMemberTexts;

export const operatorChannelTexts = {
  ...factorTexts,
  ...approvalTexts,
  most_below_least,
  percent_range,
  wall_form,
  ...words({
    channel_code_form: [
      'Use 2 to 32 lower-case letters, digits or _',
      '请使用 2 至 32 位小写字母、数字或 _',
      'Use de 2 a 32 minúsculas, cifras o _',
      'ใช้ตัวพิมพ์เล็ก ตัวเลข หรือ _ จำนวน 2 ถึง 32 ตัว',
    ],
    channel_name_form: [
      'Enter a name, up to 60 characters',
      '请填写名称，最多 60 个字符',
      'Introduzca un nombre de 60 caracteres como máximo',
      'กรอกชื่อ ไม่เกิน 60 ตัวอักษร',
    ],
    amount_above_zero: [
      'Enter an amount above zero',
      '请输入大于零的金额',
      'Introduzca un importe mayor que cero',
      'กรอกจำนวนเงินที่มากกว่าศูนย์',
    ],
    both_times: [
      'Enter both times, or neither',
      '请同时填写两个时间，或都不填',
      'Introduzca ambas horas o ninguna',
      'กรอกเวลาทั้งสองช่อง หรือเว้นว่างทั้งคู่',
    ],
    channel_code_taken: [
      'Another channel has this code',
      '该编码已被其他通道使用',
      'Otro canal ya tiene este código',
      'ช่องทางอื่นใช้รหัสนี้แล้ว',
    ],
    channel_code_used: [
      'Orders were made with this code, so it stays',
      '已有订单使用该编码，不可更改',
      'Hay pedidos con este código, así que no cambia',
      'มีคำสั่งซื้อที่ใช้รหัสนี้แล้ว จึงเปลี่ยนไม่ได้',
    ],
    channel_changed: [
      'Someone else has just changed this channel; look at it again',
      '其他人刚刚修改了该通道，请重新核对',
      'Otra persona acaba de cambiar este canal; revíselo de nuevo',
      'มีผู้อื่นเพิ่งแก้ไขช่องทางนี้ โปรดตรวจสอบอีกครั้ง',
    ],
  }),
};
