/**
 * Notices about receivers of callbacks, in the bell and by text message: one phrase per kind. Stored rows refer to the
 * names, so never rename one. A phrase never contains a link, so that users don't learn to follow links in messages.
 */
import { words } from '#foundation/core/words.ts';

export const callbackNotices = words({
  receiver_failing: [
    'Your callback address {host} has failed three times in a row. Please check your server; see API, Callbacks.',
    '您的通知地址 {host} 已连续三次投递失败，请检查服务器。详情见「API 对接」页面。',
    'Su dirección de notificación {host} ha fallado tres veces seguidas. Revise su servidor; consulte API, Notificaciones.',
    'ที่อยู่รับการแจ้งผล {host} ล้มเหลวติดต่อกันสามครั้ง โปรดตรวจสอบเซิร์ฟเวอร์ ดูที่หน้า API',
  ],
  receiver_paused: [
    'Callbacks to {host} are paused after five days without success. New ones are kept, and the address is tried once an hour.',
    '{host} 连续五天无一成功，通知已暂停。新的通知将予以保留，系统每小时试投一次。',
    'Las notificaciones a {host} están en pausa tras cinco días sin éxito. Las nuevas se conservan y se prueba la dirección cada hora.',
    'หยุดส่งการแจ้งผลไปยัง {host} ชั่วคราว เพราะไม่สำเร็จตลอดห้าวัน รายการใหม่จะถูกเก็บไว้ และระบบจะลองส่งชั่วโมงละครั้ง',
  ],
});
