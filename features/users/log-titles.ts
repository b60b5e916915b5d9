/** The title of the log screen: the menu has it before the screen is loaded. */
import { words } from '#foundation/core/words.ts';

export const logTitles = words({
  operation_log: ['Operation log', '操作日志', 'Registro de operaciones', 'บันทึกการใช้งาน'],
});
