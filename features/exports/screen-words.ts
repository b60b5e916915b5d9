/** Strings for the export button. */
import { words } from '#foundation/core/words.ts';

export const exportScreenWords = words({
  export: ['Export', '导出', 'Exportar', 'ส่งออก'],
  export_xlsx: ['Excel (.xlsx)', 'Excel (.xlsx)', 'Excel (.xlsx)', 'Excel (.xlsx)'],
  export_csv: ['CSV (.csv)', 'CSV (.csv)', 'CSV (.csv)', 'CSV (.csv)'],
  exporting: ['Exporting, {megabytes, number} MB', '正在导出，{megabytes, number} MB', 'Exportando, {megabytes, number} MB', 'กำลังส่งออก {megabytes, number} MB'],
  export_cancel: ['Cancel the export', '取消导出', 'Cancelar la exportación', 'ยกเลิกการส่งออก'],
  exported: ['Saved as {file}', '已保存为 {file}', 'Guardado como {file}', 'บันทึกเป็น {file} แล้ว'],
});
