/**
 * Notices about receivers of callbacks, in the bell and by text message: one phrase per kind. Stored rows refer to the
 * names, so never rename one. A phrase never contains a link, so that users don't learn to follow links in messages.
 */
import { words } from '#foundation/core/words.ts';

export const callbackNotices = words({
  receiver_failing: [
    'Callbacks to {host} have failed three times in a row. Please check your server; see API, Callbacks.',
    '发往 {host} 的回调通知已连续三次投递失败，请检查服务器。详情见“API 对接”页面的“回调通知”。',
    'Las notificaciones a {host} han fallado tres veces seguidas. Revise su servidor; consulte API, Notificaciones.',
    'การแจ้งผลไปยัง {host} ล้มเหลวติดต่อกันสามครั้ง โปรดตรวจสอบเซิร์ฟเวอร์ ดูที่ API, การแจ้งผล',
  ],
  receiver_paused: [
    'Callbacks to {host} are paused after five days without success. New ones are kept, and we try the host once an hour.',
    '{host} 连续五天无一成功，回调通知已暂停。新的回调通知将予以保留，系统每小时试投一次。',
    'Las notificaciones a {host} están en pausa tras cinco días sin éxito. Las nuevas se conservan y probamos el servidor una vez por hora.',
    'หยุดส่งการแจ้งผลไปยัง {host} ชั่วคราว เพราะไม่สำเร็จตลอดห้าวัน รายการใหม่จะถูกเก็บไว้ และระบบจะลองส่งชั่วโมงละครั้ง',
  ],
});
