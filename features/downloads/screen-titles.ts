/** The title of the user's files, separate because the menu and the navbar need it before the screen is loaded. */
import { words } from '#foundation/core/words.ts';

export const downloadTitles = words({
  downloads: ['Downloads', '下载中心', 'Descargas', 'ดาวน์โหลด'],
  downloads_unfinished: [
    'Downloads: {count, plural, one {# file is} other {# files are}} being prepared',
    '下载中心：正在生成 {count, number} 个文件',
    'Descargas: {count, plural, one {se prepara # archivo} other {se preparan # archivos}}',
    'ดาวน์โหลด: กำลังจัดเตรียม {count, number} ไฟล์',
  ],
});
