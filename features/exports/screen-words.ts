/** Strings for the export button. */
import { words } from '#foundation/core/words.ts';

export const exportScreenWords = words({
  export: ['Export', '导出', 'Exportar', 'ส่งออก'],
  export_xlsx: ['Excel (.xlsx)', 'Excel (.xlsx)', 'Excel (.xlsx)', 'Excel (.xlsx)'],
  export_csv: ['CSV (.csv)', 'CSV (.csv)', 'CSV (.csv)', 'CSV (.csv)'],
  exporting: ['Exporting, {megabytes, number} MB', '正在导出，{megabytes, number} MB', 'Exportando, {megabytes, number} MB', 'กำลังส่งออก {megabytes, number} MB'],
  export_cancel: ['Cancel the export', '取消导出', 'Cancelar la exportación', 'ยกเลิกการส่งออก'],
  export_later: ['This list is long: the file is being prepared and will be under Downloads', '该列表较大，文件正在后台生成，完成后可在「下载中心」获取', 'La lista es larga: el archivo se está preparando y aparecerá en Descargas', 'รายการยาว กำลังจัดเตรียมไฟล์ และจะอยู่ที่หน้าดาวน์โหลด'],
  exported: ['Saved as {file}', '已保存为 {file}', 'Guardado como {file}', 'บันทึกเป็น {file} แล้ว'],
});
