/** Strings of the frame around every page, also before the login: a failed page, a new version, titles of missing pages. */
import { words } from '#foundation/core/words.ts';

export const frameWords = words({
  new_version_title: ['A new version is available.', '控制台已更新。', 'Hay una versión nueva.', 'มีเวอร์ชันใหม่'],
  new_version_hint: ['Reload the page to go on.', '请刷新页面后继续。', 'Recargue la página para continuar.', 'โหลดหน้าใหม่เพื่อใช้งานต่อ'],
  new_version_kept: ['What you typed is kept, except passwords and codes.', '除密码和验证码外，已填写的内容会保留。', 'Lo que ha escrito se conserva, salvo contraseñas y códigos.', 'สิ่งที่พิมพ์ไว้จะยังอยู่ ยกเว้นรหัสผ่านและรหัสยืนยัน'],
  reload_now: ['Reload', '立即刷新', 'Recargar', 'โหลดใหม่ตอนนี้'],
  not_found_title: ['This page does not exist', '页面不存在', 'Esta página no existe', 'ไม่พบหน้านี้'],
  not_allowed_title: ['This page is not open to your account', '您的账户无权访问此页面', 'Su cuenta no tiene acceso a esta página', 'บัญชีของคุณเปิดหน้านี้ไม่ได้'],
  failed_title: ['This page could not be shown', '页面无法显示', 'No se pudo mostrar la página', 'แสดงหน้านี้ไม่ได้'],
  failed_hint: [
    'Nothing was lost on the server. Load it again; if it stays like this, tell your business contact.',
    '服务器上的数据没有丢失。请重新加载；如仍无法显示，请联系商务人员。',
    'No se ha perdido nada en el servidor. Vuelva a cargarla; si sigue igual, avise a su contacto comercial.',
    'ข้อมูลบนเซิร์ฟเวอร์ไม่สูญหาย โหลดใหม่อีกครั้ง หากยังเป็นอยู่โปรดแจ้งผู้ติดต่อของคุณ',
  ],
  reload: ['Load again', '重新加载', 'Volver a cargar', 'โหลดใหม่'],
});
