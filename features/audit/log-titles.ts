/** The operation log's title. The menu needs it before the screen is loaded; an export uses it as the sheet's name. */
import { words } from '#foundation/core/words.ts';

export const logTitles = words({
  audit_log: ['Audit log', '审计日志', 'Registro de auditoría', 'บันทึกการตรวจสอบ'],
  operation_log: ['Operation log', '操作日志', 'Registro de actividad', 'บันทึกการใช้งาน'],
});
