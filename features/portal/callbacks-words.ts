/** Texts of refusals and wrong fields in the calls about callbacks. */
import { words } from '#foundation/core/words.ts';

export const callbackTexts = words({
  nothing_to_resend: ['No callbacks match this filter', '没有符合条件的回调通知', 'Ninguna notificación coincide con este filtro', 'ไม่มีการแจ้งผลที่ตรงกับตัวกรองนี้'],
  resend_running: ['A resend is already running; wait until it finishes or cancel it', '已有重发任务正在进行，请等待其结束或先取消', 'Ya se están reenviando notificaciones; espere a que termine o cancélelo', 'กำลังส่งการแจ้งผลอีกครั้งอยู่แล้ว โปรดรอให้เสร็จหรือยกเลิกก่อน'],
  address_refused: [
    'This URL isn’t allowed: enter an http or https URL that can be reached from the internet',
    '不允许该地址：请填写可从互联网访问的 http 或 https 地址',
    'Esta URL no está permitida: indique una http o https accesible desde internet',
    'ไม่อนุญาต URL นี้ โปรดระบุ URL แบบ http หรือ https ที่เข้าถึงได้จากอินเทอร์เน็ต',
  ],
  callback_number_form: ['Use letters, digits and . - _ | only', '仅限字母、数字和 . - _ |', 'Use solo letras, cifras y . - _ |', 'ใช้ได้เฉพาะตัวอักษร ตัวเลข และ . - _ |'],
  url_form: ['Enter an http or https URL', '请输入 http 或 https 地址', 'Indique una URL http o https', 'ระบุ URL แบบ http หรือ https'],
});
