/** The titles of the batches' screens, which the menu needs before any screen is loaded. */
import { words } from '#foundation/core/words.ts';

export const batchTitles = words({
  upload: ['Batch from a table', '批量代付：上传表格', 'Lote desde una tabla', 'จ่ายเป็นชุดจากตาราง'],
  manual: ['Batch by hand', '批量代付：手动录入', 'Lote a mano', 'จ่ายเป็นชุดแบบกรอกเอง'],
  batch: ['Batch', '代付批次', 'Lote', 'ชุดจ่ายเงิน'],
});
