/** Notices about batches, in the bell: one phrase per kind. Stored rows refer to the names, so never rename one. */
import { words } from '#foundation/core/words.ts';

export const batchNotices = words({
  batch_paid: [
    'Batch {batch} is finished: {count, plural, one {its payout was} other {all # payouts were}} paid.',
    '批次 {batch} 已完成：{count, number} 笔代付全部成功。',
    'El lote {batch} ha terminado: {count, plural, one {se realizó su pago} other {se realizaron los # pagos}}.',
    'ชุดรายการ {batch} เสร็จแล้ว: จ่ายครบ {count, number} รายการ',
  ],
  batch_ended: [
    'Batch {batch} is finished: {paid, number} of {count, number} paid, {failed, number} failed. Pay the failed ones again or take the money back.',
    '批次 {batch} 已结束：共 {count, number} 笔，成功 {paid, number} 笔，失败 {failed, number} 笔。请重新付款或退回失败的代付。',
    'El lote {batch} ha terminado: {paid, number} de {count, number} pagados, {failed, number} fallidos. Vuelva a pagar los fallidos o recupere el dinero.',
    'ชุดรายการ {batch} สิ้นสุดแล้ว: จ่ายแล้ว {paid, number} จาก {count, number} รายการ ไม่สำเร็จ {failed, number} รายการ โปรดจ่ายใหม่หรือรับเงินคืน',
  ],
});
