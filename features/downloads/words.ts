/** Refusals, field errors and faults of downloads and schedules. */
import { exportTexts } from '#features/exports/words.ts';
import { words } from '#foundation/core/words.ts';

export const downloadTexts = words({
  download_ended: ['This file is no longer being prepared', '该文件已不在生成中', 'Este archivo ya no se está preparando', 'ไฟล์นี้ไม่ได้อยู่ระหว่างจัดเตรียมแล้ว'],
  download_not_ready: ['This file isn’t ready yet', '文件尚未生成完毕', 'Este archivo aún no está listo', 'ไฟล์นี้ยังไม่พร้อม'],
});

export const scheduleTexts = {
  format_whole: exportTexts.format_whole,
  ...words({
    schedules_full: ['You already have {most, number} schedules; remove one first', '您已有 {most, number} 个定时任务，请先删除一个', 'Ya tiene {most, number} programaciones; elimine una antes', 'คุณมีกำหนดการ {most, number} รายการแล้ว โปรดลบหนึ่งรายการก่อน'],
    time_of_day: ['Enter a time from 00:00 to 23:59', '请输入 00:00 至 23:59 之间的时间', 'Indique una hora de 00:00 a 23:59', 'ระบุเวลา 00:00 ถึง 23:59'],
    not_periodic: ['This list has no period, so it can’t be scheduled', '该列表没有时间范围，无法定时生成', 'Esta lista no tiene periodo, así que no se puede programar', 'รายการนี้ไม่มีช่วงเวลา จึงตั้งกำหนดการไม่ได้'],
    notify_members_only: ['Only members can have reports sent to a URL', '仅会员可设置报告推送地址', 'Solo los miembros pueden recibir informes en una URL', 'เฉพาะสมาชิกเท่านั้นที่ตั้ง URL รับรายงานได้'],
    notify_url_form: ['Enter a public URL that starts with https:// or http://', '请输入以 https:// 或 http:// 开头的公网地址', 'Indique una URL pública que empiece por https:// o http://', 'ระบุ URL สาธารณะที่ขึ้นต้นด้วย https:// หรือ http://'],
    notify_host_refused: ['Reports go only to hosts on your list of allowed callback hosts; see API', '报告只发送到“允许回调的主机”中登记的主机，请先在“API 对接”页面添加', 'Los informes solo se envían a sus servidores de notificación admitidos; consulte API', 'รายงานส่งได้เฉพาะโฮสต์ในรายการโฮสต์ที่รับการแจ้งผลได้ ดูที่หน้า API'],
  }),
};

/** Why a file could not be made, by the name that its row keeps. */
export const downloadFaults = words({
  broken: ['This failed several times. Please try again later', '多次生成失败，请稍后重试', 'Ha fallado varias veces. Inténtelo más tarde', 'ล้มเหลวหลายครั้ง โปรดลองใหม่ภายหลัง'],
  not_allowed: ['You can no longer see this list', '您已无权查看该列表', 'Ya no puede ver esta lista', 'คุณไม่มีสิทธิ์ดูรายการนี้แล้ว'],
  filter_refused: ['The list no longer supports this filter', '该列表已不支持此筛选条件', 'La lista ya no admite este filtro', 'รายการไม่รองรับตัวกรองนี้แล้ว'],
  too_large: ['Too many rows for one file; narrow the filters', '行数超出单个文件的上限，请缩小筛选范围', 'Más filas de las que admite un archivo; acote los filtros', 'แถวเกินกว่าที่ไฟล์รองรับ โปรดจำกัดตัวกรองให้แคบลง'],
});
export type DownloadFault = keyof typeof downloadFaults;
