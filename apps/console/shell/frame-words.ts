/** Strings of the frame around every page, also before the login: a failed page, a new version, titles of missing pages. */
import { words } from '#foundation/core/words.ts';

export const frameWords = words({
  new_version_title: ['A new version is available.', '控制台已更新。', 'Hay una versión nueva.', 'มีเวอร์ชันใหม่'],
  new_version_hint: ['Reload the page to continue.', '请刷新页面后继续。', 'Recargue la página para continuar.', 'โหลดหน้าใหม่เพื่อใช้งานต่อ'],
  new_version_kept: ['What you’ve typed is kept, except passwords and codes.', '除密码和验证码外，已填写的内容会保留。', 'Lo que ha escrito se conserva, salvo contraseñas y códigos.', 'สิ่งที่พิมพ์ไว้จะยังอยู่ ยกเว้นรหัสผ่านและรหัสยืนยัน'],
  reload_now: ['Reload', '立即刷新', 'Recargar', 'โหลดใหม่ตอนนี้'],
  not_found_title: ['Page not found', '未找到页面', 'No se ha encontrado la página', 'ไม่พบหน้านี้'],
  not_allowed_title: ['You don’t have access to this page', '您的账户无权访问此页面', 'Su cuenta no tiene acceso a esta página', 'บัญชีของคุณเปิดหน้านี้ไม่ได้'],
  failed_title: ['This page couldn’t be shown', '页面无法显示', 'No se pudo mostrar la página', 'แสดงหน้านี้ไม่ได้'],
  failed_hint: [
    'Nothing was lost on the server. Reload the page; if it still fails, contact customer support.',
    '服务器上的数据没有丢失。请重新加载；如仍无法显示，请联系客服。',
    'No se ha perdido nada en el servidor. Vuelva a cargarla; si sigue igual, contacte con atención al cliente.',
    'ข้อมูลบนเซิร์ฟเวอร์ไม่สูญหาย โหลดใหม่อีกครั้ง หากยังเป็นอยู่ โปรดติดต่อฝ่ายบริการลูกค้า',
  ],
  reload: ['Reload', '重新加载', 'Volver a cargar', 'โหลดใหม่'],
});
