/** Refusals and field errors about orders; the screens' strings are in screen-words.ts. */
import { words } from '#foundation/core/words.ts';

export const orderTexts = words({
  order_no_form: ['Use letters, digits and . _ | - only', '单号只能包含字母、数字和 . _ | -', 'Use solo letras, cifras y . _ | -', 'ใช้ได้เฉพาะตัวอักษร ตัวเลข และ . _ | -'],
  nothing_to_notify: ['No paid order with a callback URL was found', '没有设有回调地址的已支付订单', 'No hay ningún pedido pagado con URL de notificación', 'ไม่พบคำสั่งซื้อที่ชำระแล้วและมี URL แจ้งผล'],
});
