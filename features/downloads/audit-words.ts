/** What the audit log records about schedules: one phrase per action. Stored rows have the names: never rename one. */
import { words } from '#foundation/core/words.ts';

export const downloadActions = words({
  schedule_saved: ['Scheduled file saved', '保存定时文件', 'Archivo programado guardado', 'บันทึกไฟล์ตามกำหนด'],
  schedule_removed: ['Scheduled file removed', '删除定时文件', 'Archivo programado eliminado', 'ลบไฟล์ตามกำหนด'],
});
