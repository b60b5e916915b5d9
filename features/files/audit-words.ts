/** What the audit log records about files: one phrase an action. Rows keep the names: never change one. */
import { words } from '#foundation/core/words.ts';

export const fileActions = words({
  file_read: ['File read', '查看文件', 'Archivo consultado', 'เปิดดูไฟล์'],
});
