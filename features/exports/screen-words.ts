/** Strings for the export button. */
import { words } from '#foundation/core/words.ts';

export const exportScreenWords = words({
  export: ['Export', '导出', 'Exportar', 'ส่งออก'],
  export_xlsx: ['Excel (.xlsx)', 'Excel (.xlsx)', 'Excel (.xlsx)', 'Excel (.xlsx)'],
  export_csv: ['CSV (.csv)', 'CSV (.csv)', 'CSV (.csv)', 'CSV (.csv)'],
  export_camt053: ['Bank statement camt.053 (.xml)', '银行对账单 camt.053 (.xml)', 'Extracto bancario camt.053 (.xml)', 'ใบแจ้งยอดธนาคาร camt.053 (.xml)'],
  export_mt940: ['Bank statement MT940 (.sta)', '银行对账单 MT940 (.sta)', 'Extracto bancario MT940 (.sta)', 'ใบแจ้งยอดธนาคาร MT940 (.sta)'],
  quote: ['{rows}, {count, plural, one {# column} other {# columns}}', '{rows}，{count, number} 列', '{rows}, {count, plural, one {# columna} other {# columnas}}', '{rows} {count, number} คอลัมน์'],
  quote_rows: ['{count, plural, one {# row} other {# rows}}', '{count, number} 行', '{count, plural, one {# fila} other {# filas}}', '{count, number} แถว'],
  quote_background: ['Written in the background; the bell tells you when it is ready', '将在后台生成，完成后会通知您', 'Se escribe en segundo plano; la campana le avisa cuando está listo', 'จัดทำอยู่เบื้องหลัง กระดิ่งจะแจ้งเมื่อพร้อม'],
  quote_too_large: ['Too many rows for one file: narrow the filters', '行数过多，请缩小筛选范围', 'Demasiadas filas para un archivo: acote los filtros', 'แถวมากเกินไปสำหรับไฟล์เดียว โปรดจำกัดตัวกรอง'],
  schedule: ['Schedule this list', '定时生成此列表', 'Programar esta lista', 'ตั้งกำหนดการรายการนี้'],
  exporting: ['Exporting, {megabytes, number} MB', '正在导出，{megabytes, number} MB', 'Exportando, {megabytes, number} MB', 'กำลังส่งออก {megabytes, number} MB'],
  export_cancel: ['Cancel the export', '取消导出', 'Cancelar la exportación', 'ยกเลิกการส่งออก'],
  exported: ['Saved as {file}', '已保存为 {file}', 'Guardado como {file}', 'บันทึกเป็น {file} แล้ว'],
  download: ['Download', '下载', 'Descargar', 'ดาวน์โหลด'],
  download_name: ['Download {name}', '下载 {name}', 'Descargar {name}', 'ดาวน์โหลด {name}'],
  downloading: ['{megabytes, number} MB', '{megabytes, number} MB', '{megabytes, number} MB', '{megabytes, number} MB'],
  stop_download: ['Stop downloading {name}', '停止下载 {name}', 'Detener la descarga de {name}', 'หยุดดาวน์โหลด {name}'],
  background_title: ['Your file is being prepared', '文件正在生成', 'Su archivo se está preparando', 'กำลังจัดเตรียมไฟล์ของคุณ'],
  background: [
    'The list has many rows, so its file is written in the background. You can leave this page or log out meanwhile: the bell tells you when it is ready, and it is kept under Downloads for seven days.',
    '该列表行数较多，文件将在后台生成。期间可以离开本页或退出登录：生成后会在通知中提醒，文件在下载中心保留七天。',
    'La lista tiene muchas filas, así que su archivo se escribe en segundo plano. Puede salir de la página o cerrar la sesión: la campana le avisa cuando está listo, y se conserva siete días en Descargas.',
    'รายการนี้มีหลายแถว ไฟล์จึงเขียนอยู่เบื้องหลัง คุณออกจากหน้านี้หรือออกจากระบบได้ กระดิ่งจะแจ้งเมื่อพร้อม และเก็บไว้ในหน้าดาวน์โหลดเจ็ดวัน',
  ],
  background_stay: ['Stay here', '留在本页', 'Seguir aquí', 'อยู่หน้านี้ต่อ'],
  to_downloads: ['Go to Downloads', '前往下载中心', 'Ir a Descargas', 'ไปที่หน้าดาวน์โหลด'],
});
