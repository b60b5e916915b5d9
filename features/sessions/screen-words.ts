/** Strings for the operation log and the list of sessions. */
import { logColumns } from '#features/audit/log-columns.ts';
import { logTitles } from '#features/audit/log-titles.ts';
import { words } from '#foundation/core/words.ts';

export const logWords = {
  ...logTitles,
  ...logColumns,
  ...words({
    counted_sessions: ['{count, plural, one {# session} other {# sessions}}', '{count, number} 个会话', '{count, plural, one {# sesión} other {# sesiones}}', '{count, number} เซสชัน'],
    log_hint: ['What was done under your login, and where you are logged in. Times are in {zone}.', '您的登录名下的操作记录及已登录的设备。时间按 {zone}。', 'Qué se ha hecho con su usuario y dónde tiene sesiones abiertas. Horas en {zone}.', 'สิ่งที่ทำด้วยบัญชีของคุณ และที่ที่คุณเข้าสู่ระบบอยู่ เวลาตาม {zone}'],
    views: ['Views', '视图', 'Vistas', 'มุมมอง'],
    sessions: ['Sessions', '登录设备', 'Sesiones', 'เซสชัน'],

    // The log
    counted: ['{count, plural, one {# entry} other {# entries}}', '{count, number} 条记录', '{count, plural, one {# registro} other {# registros}}', '{count, number} รายการ'],
    log_empty: ['No entries yet', '暂无记录', 'Todavía no hay registros', 'ยังไม่มีบันทึก'],
    log_empty_hint: ['Logins and changes to your account appear here.', '登录及账户变更会显示在这里。', 'Aquí aparecen los accesos y los cambios de su cuenta.', 'การเข้าสู่ระบบและการเปลี่ยนแปลงบัญชีจะแสดงที่นี่'],

    // Sessions
    this_session: ['This session', '当前会话', 'Esta sesión', 'เซสชันนี้'],
    signed_in: ['Logged in', '登录时间', 'Inicio', 'เข้าสู่ระบบเมื่อ'],
    last_seen: ['Last seen', '最近活动', 'Última actividad', 'ใช้งานล่าสุด'],
    sign_out: ['Sign out', '退出', 'Cerrar', 'ออกจากระบบ'],
    sign_out_device: ['Sign out {device}, {ip}', '退出 {device}，{ip}', 'Cerrar {device}, {ip}', 'ออกจากระบบ {device}, {ip}'],
    sign_out_title: ['Sign out this session?', '退出该会话？', '¿Cerrar esta sesión?', 'ออกจากระบบเซสชันนี้หรือไม่'],
    sign_out_what: ['{device} at {ip} has to log in again.', '{ip} 上的 {device} 需要重新登录。', '{device} en {ip} tendrá que volver a entrar.', '{device} ที่ {ip} ต้องเข้าสู่ระบบใหม่'],
    sign_out_others: ['Sign out all others', '退出其他所有会话', 'Cerrar todas las demás', 'ออกจากระบบเซสชันอื่นทั้งหมด'],
    sign_out_others_title: ['Sign out all other sessions?', '退出其他所有会话？', '¿Cerrar todas las demás sesiones?', 'ออกจากระบบเซสชันอื่นทั้งหมดหรือไม่'],
    sign_out_others_what: [
      '{count, plural, one {# session has} other {# sessions have}} to log in again. This one stays.',
      '{count, number} 个会话需要重新登录，当前会话不受影响。',
      '{count, plural, one {# sesión tendrá} other {# sesiones tendrán}} que volver a entrar. Esta sigue abierta.',
      '{count, number} เซสชันต้องเข้าสู่ระบบใหม่ เซสชันนี้ยังอยู่',
    ],
    signed_out: ['Signed out', '已退出', 'Sesión cerrada', 'ออกจากระบบแล้ว'],
  }),
};
