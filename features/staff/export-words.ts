/** Words of the files of staff that their screens don't have. */
import { words } from '#foundation/core/words.ts';

export const staffExportWords = words({
  is_open: ['Open', '待处理', 'Abierta', 'รอตัดสิน'],
  is_confirmed: ['Confirmed', '已确认', 'Confirmada', 'ยืนยันแล้ว'],
  is_rejected: ['Rejected', '已拒绝', 'Rechazada', 'ปฏิเสธแล้ว'],
  is_expired: ['Expired', '已失效', 'Caducada', 'หมดอายุ'],
  is_stale: ['Changed since', '状态已变', 'Ha cambiado', 'เปลี่ยนไปแล้ว'],
  decided_by: ['Decided by', '处理人', 'Resuelto por', 'ผู้ตัดสิน'],
  decided_at: ['Decided', '处理时间', 'Resuelto', 'ตัดสินเมื่อ'],
});
