/** Texts of refusals and wrong fields in the calls about callbacks. */
import { words } from '#foundation/core/words.ts';

export const callbackTexts = words({
  nothing_to_resend: ['No callback matches this filter', '没有符合条件的通知', 'Ninguna notificación coincide con este filtro', 'ไม่มีการแจ้งผลที่ตรงกับตัวกรองนี้'],
  resend_running: ['Callbacks are being sent again already; wait until that has ended, or cancel it', '已有重发任务正在进行，请等待其结束或先取消', 'Ya se están reenviando notificaciones; espere a que termine o cancélelo', 'กำลังส่งการแจ้งผลซ้ำอยู่แล้ว โปรดรอให้เสร็จหรือยกเลิกก่อน'],
  address_refused: [
    'This address is not allowed: give an http or https address that can be reached from the internet',
    '不允许该地址：请填写可从互联网访问的 http 或 https 地址',
    'Esta dirección no está permitida: indique una http o https accesible desde internet',
    'ไม่อนุญาตที่อยู่นี้ โปรดระบุที่อยู่ http หรือ https ที่เข้าถึงได้จากอินเทอร์เน็ต',
  ],
  callback_number_form: ['Letters, digits, “.”, “-”, “_” and “|” only', '仅限字母、数字和 . - _ |', 'Solo letras, cifras y . - _ |', 'ใช้ได้เฉพาะตัวอักษร ตัวเลข และ . - _ |'],
  url_form: ['Enter an http or https address', '请输入 http 或 https 地址', 'Indique una dirección http o https', 'ระบุที่อยู่ http หรือ https'],
});
