/** Refusals and field errors about orders; the screens' strings are in screen-words.ts. */
import { words } from '#foundation/core/words.ts';

export const orderTexts = words({
  order_no_form: ['A number has only letters, digits, and . _ | -', '单号只能包含字母、数字和 . _ | -', 'Un número solo tiene letras, cifras y . _ | -', 'หมายเลขมีได้เฉพาะตัวอักษร ตัวเลข และ . _ | -'],
  nothing_to_notify: ['No paid order with a callback address was found', '没有可通知的已支付订单', 'No hay ningún pedido pagado con URL de notificación', 'ไม่พบคำสั่งซื้อที่ชำระแล้วและมี URL แจ้งผล'],
});
