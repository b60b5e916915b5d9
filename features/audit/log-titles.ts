/** What the log is called: the menu has it before the screen is loaded, a file has it as its page's name. */
import { words } from '#foundation/core/words.ts';

export const logTitles = words({
  operation_log: ['Operation log', '操作日志', 'Registro de operaciones', 'บันทึกการใช้งาน'],
});
