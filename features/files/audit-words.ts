/** What the audit log records about files: one phrase per action. Stored rows have the names: never rename one. */
import { words } from '#foundation/core/words.ts';

export const fileActions = words({
  file_read: ['File viewed', '查看文件', 'Archivo consultado', 'เปิดดูไฟล์'],
});
