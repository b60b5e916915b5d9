/**
 * Notices about files that jobs write, in the bell: one phrase per kind. Stored rows refer to the names, so never rename
 * one.
 */
import { words } from '#foundation/core/words.ts';

export const downloadNotices = words({
  download_ready: ['Your file {name} is ready under Downloads. It’s kept for seven days.', '您的文件 {name} 已生成，请在“下载中心”查看，保留七天。', 'Su archivo {name} está listo en Descargas. Se conserva siete días.', 'ไฟล์ {name} พร้อมแล้วที่หน้าดาวน์โหลด เก็บไว้เจ็ดวัน'],
  download_failed: ['Your file {name} couldn’t be prepared; see Downloads.', '您的文件 {name} 未能生成，请在“下载中心”查看。', 'No se pudo preparar su archivo {name}; consulte Descargas.', 'จัดเตรียมไฟล์ {name} ไม่สำเร็จ ดูที่หน้าดาวน์โหลด'],
});
