/** Strings for the bell. */
import { words } from '#foundation/core/words.ts';

export const noticeScreenWords = words({
  notices: ['Notices', '消息', 'Avisos', 'การแจ้งเตือน'],
  bell: ['{count, plural, =0 {Notices} one {Notices: # unread} other {Notices: # unread}}', '{count, plural, =0 {消息} other {消息：# 条未读}}', '{count, plural, =0 {Avisos} one {Avisos: # sin leer} other {Avisos: # sin leer}}', '{count, plural, =0 {การแจ้งเตือน} other {การแจ้งเตือน: ยังไม่อ่าน # รายการ}}'],
  unread: ['Unread', '未读', 'Sin leer', 'ยังไม่อ่าน'],
  mark_all: ['Mark all as read', '全部标为已读', 'Marcar todo como leído', 'ทำเครื่องหมายว่าอ่านทั้งหมด'],
  mark_one: ['Mark as read', '标为已读', 'Marcar como leído', 'ทำเครื่องหมายว่าอ่านแล้ว'],
  failed: ['The notices couldn’t be loaded', '消息加载失败', 'No se pudieron cargar los avisos', 'โหลดการแจ้งเตือนไม่สำเร็จ'],
  empty_title: ['You’re all caught up', '暂无消息', 'No hay avisos', 'ไม่มีการแจ้งเตือน'],
  empty_hint: [
    'New devices and changes to passwords, second steps and keys appear here.',
    '新设备登录、密码和密钥变更、代付失败以及批次完成会显示在这里。',
    'Aquí aparecen los dispositivos nuevos y los cambios de contraseñas, segundo paso y claves.',
    'อุปกรณ์ใหม่ การเปลี่ยนรหัสผ่านและคีย์ การจ่ายเงินที่ไม่สำเร็จ และชุดรายการที่เสร็จแล้วจะแสดงที่นี่',
  ],
  times: ['×{count}', '×{count}', '×{count}', '×{count}'],
  it_was_me: ['It was me', '是本人操作', 'Fui yo', 'ฉันเป็นผู้ทำ'],
  secure: ['Secure my account', '保护我的账户', 'Proteger mi cuenta', 'ปกป้องบัญชีของฉัน'],
  see_all: ['See all notices', '查看全部消息', 'Ver todos los avisos', 'ดูการแจ้งเตือนทั้งหมด'],
  newer: ['Newer', '更新的', 'Posteriores', 'ใหม่กว่า'],
  page_of: ['{page} of {pages}', '第 {page}/{pages} 页', '{page} de {pages}', 'หน้า {page} จาก {pages}'],
  older: ['Older', '更早', 'Anteriores', 'ก่อนหน้า'],
});
