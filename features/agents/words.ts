/** Refusals and field errors about agents; the screens' strings are in screen-words.ts. */
import { credentialTexts } from '#features/accounts/credential-words.ts';
import { openingTexts } from '#features/accounts/opening-words.ts';
import { userTexts } from '#features/accounts/words.ts';
import { orderTexts } from '#features/orders/words.ts';
import { words } from '#foundation/core/words.ts';

export const agentTexts = {
  ...userTexts,
  ...credentialTexts,
  ...openingTexts,
  ...orderTexts,
  ...words({
    rate_below_own: ['At {amount} this rate charges {fee}, less than your own {own}', '金额为 {amount} 时，该费率的手续费为 {fee}，低于您自己的 {own}', 'Con {amount} esta tarifa cobra {fee}, menos que la suya ({own})', 'ที่ยอด {amount} อัตรานี้เก็บ {fee} ต่ำกว่าของคุณ ({own})'],
    rate_too_high: ['At most {maximum, number, ::.####}%', '费率最高为 {maximum, number, ::.####}%', 'Como máximo el {maximum, number, ::.####} %', 'กำหนดได้ไม่เกิน {maximum, number, ::.####}%'],
    rate_not_sound: ['The minimum fee is above the maximum', '最低手续费高于最高手续费', 'La comisión mínima supera a la máxima', 'ค่าธรรมเนียมขั้นต่ำสูงกว่าขั้นสูงสุด'],
    channel_not_held: ['This channel isn’t open to you', '您尚未开通该通道', 'Usted no dispone de este canal', 'ช่องทางนี้ยังไม่เปิดให้คุณ'],
    channel_repeated: ['This channel appears twice', '该通道重复出现', 'Este canal aparece dos veces', 'ช่องทางนี้ซ้ำกัน'],
    adding_closed: ['The platform currently doesn’t let agents add members', '平台目前不允许代理添加会员', 'Por ahora la plataforma no permite que los agentes agreguen miembros', 'ขณะนี้แพลตฟอร์มไม่เปิดให้ตัวแทนเพิ่มสมาชิก'],
    request_conflict: ['This form was already sent with different details', '该表单已用其他内容提交过', 'Este formulario ya se envió con otros datos', 'ส่งแบบฟอร์มนี้ไปแล้วด้วยข้อมูลอื่น'],
    request_id_form: ['This form has no valid request number; reload the page', '表单缺少有效的请求编号，请重新加载页面', 'El formulario no tiene un número de petición válido; recargue la página', 'แบบฟอร์มไม่มีหมายเลขคำขอที่ถูกต้อง โปรดโหลดหน้าใหม่'],
  }),
};
