/** Notices about batches, in the bell: one phrase per kind. Stored rows refer to the names, so never rename one. */
import { words } from '#foundation/core/words.ts';

export const batchNotices = words({
  batch_paid: [
    'Your batch {batch} is done: {count, plural, one {its payout is} other {all # payouts are}} paid.',
    '批次 {batch} 已完成：{count, number} 笔代付全部付出。',
    'Su lote {batch} ha terminado: {count, plural, one {se ha hecho su pago} other {se han hecho los # pagos}}.',
    'ชุดรายการ {batch} เสร็จแล้ว: จ่ายครบ {count, number} รายการ',
  ],
  batch_ended: [
    'Your batch {batch} has ended: {paid, number} of {count, number} paid, {failed, number} failed. Decide about the failed ones.',
    '批次 {batch} 已结束：{count, number} 笔中付出 {paid, number} 笔，失败 {failed, number} 笔。请处理失败的代付。',
    'Su lote {batch} ha terminado: {paid, number} de {count, number} pagados, {failed, number} fallidos. Decida qué hacer con los fallidos.',
    'ชุดรายการ {batch} สิ้นสุดแล้ว: จ่ายแล้ว {paid, number} จาก {count, number} รายการ ไม่สำเร็จ {failed, number} รายการ โปรดตัดสินใจเกี่ยวกับรายการที่ไม่สำเร็จ',
  ],
});
