/** The titles of the batches' screens, which the menu needs before any screen is loaded. */
import { words } from '#foundation/core/words.ts';

export const batchTitles = words({
  upload: ['Upload a batch', '批量代付：上传表格', 'Subir un lote', 'อัปโหลดชุดจ่ายเงิน'],
  manual: ['Enter a batch', '批量代付：手动录入', 'Lote manual', 'กรอกรายการจ่ายเอง'],
  batch: ['Batch', '代付批次', 'Lote', 'ชุดจ่ายเงิน'],
});
