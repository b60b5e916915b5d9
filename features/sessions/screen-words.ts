/** Strings for the operation log and the list of sessions. */
import { logColumns } from '#features/audit/log-columns.ts';
import { logTitles } from '#features/audit/log-titles.ts';
import { words } from '#foundation/core/words.ts';

export const logWords = {
  ...logTitles,
  ...logColumns,
  ...words({
    counted_sessions: ['{count, plural, one {# session} other {# sessions}}', '{count, number} 个会话', '{count, plural, one {# sesión} other {# sesiones}}', '{count, number} เซสชัน'],
    log_hint: ['What was done with your login, and where you’re logged in. Times are in {zone}.', '您的操作记录及登录会话，时间按 {zone}。', 'Lo que se ha hecho con su usuario y dónde tiene sesiones abiertas. Horas en {zone}.', 'สิ่งที่ทำด้วยบัญชีของคุณและเซสชันที่เข้าสู่ระบบอยู่ เวลาตาม {zone}'],
    views: ['Views', '视图', 'Vistas', 'มุมมอง'],
    sessions: ['Sessions', '登录会话', 'Sesiones', 'เซสชัน'],

    // The log
    counted: ['{count, plural, one {# entry} other {# entries}}', '{count, number} 条记录', '{count, plural, one {# registro} other {# registros}}', '{count, number} รายการ'],
    log_empty: ['No entries yet', '暂无记录', 'Todavía no hay registros', 'ยังไม่มีบันทึก'],
    log_empty_hint: ['Logins and changes to your account appear here.', '登录及账户变更会显示在这里。', 'Aquí aparecen los accesos y los cambios de su cuenta.', 'การเข้าสู่ระบบและการเปลี่ยนแปลงบัญชีจะแสดงที่นี่'],

    device_on: ['{program} on {system}', '{system} 上的 {program}', '{program} en {system}', '{program} บน {system}'],

    // Sessions
    this_session: ['This session', '当前会话', 'Esta sesión', 'เซสชันนี้'],
    signed_in: ['Logged in', '登录时间', 'Inicio de sesión', 'เข้าสู่ระบบเมื่อ'],
    last_seen: ['Last active', '最近活动', 'Última actividad', 'ใช้งานล่าสุด'],
    sign_out: ['Log out', '退出', 'Cerrar sesión', 'ออกจากระบบ'],
    sign_out_device: ['Log out {device}, {ip}', '退出 {device}，{ip}', 'Cerrar la sesión de {device}, {ip}', 'ออกจากระบบ {device}, {ip}'],
    sign_out_title: ['Log out this session?', '退出该会话？', '¿Cerrar esta sesión?', 'ออกจากระบบเซสชันนี้หรือไม่'],
    sign_out_what: ['{device} at {ip} will need to log in again.', '{ip} 上的 {device} 需要重新登录。', 'Habrá que volver a iniciar sesión en {device} ({ip}).', '{device} ที่ {ip} ต้องเข้าสู่ระบบใหม่'],
    sign_out_others: ['Log out all others', '退出其他所有会话', 'Cerrar todas las demás', 'ออกจากระบบเซสชันอื่นทั้งหมด'],
    sign_out_others_title: ['Log out all other sessions?', '退出其他所有会话？', '¿Cerrar todas las demás sesiones?', 'ออกจากระบบเซสชันอื่นทั้งหมดหรือไม่'],
    sign_out_others_what: [
      '{count, plural, one {# session} other {# sessions}} will need to log in again. This one stays logged in.',
      '{count, number} 个会话需要重新登录，当前会话不受影响。',
      '{count, plural, one {# sesión tendrá que iniciarse} other {# sesiones tendrán que iniciarse}} de nuevo. Esta sigue abierta.',
      '{count, number} เซสชันต้องเข้าสู่ระบบใหม่ เซสชันนี้ยังอยู่',
    ],
    signed_out: ['Logged out', '已退出', 'Sesión cerrada', 'ออกจากระบบแล้ว'],
  }),
};
