/** What the audit log records about batches: one phrase per action. Stored rows have the names: never rename one. */
import { words } from '#foundation/core/words.ts';

export const batchActions = words({
  batch_submitted: ['Batch of payouts submitted', '提交批量代付', 'Lote de pagos a terceros enviado', 'ส่งรายการจ่ายแบบชุด'],
});
