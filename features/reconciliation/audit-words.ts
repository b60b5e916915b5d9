/** Audit log phrases about upstreams' statements. Stored rows refer to the names, so never rename one. */
import { words } from '#foundation/core/words.ts';

export const reconciliationActions = words({
  upstream_mapping_saved: ['Statement mapping of an upstream saved', '保存支付渠道对账单映射', 'Correspondencia de extractos de un proveedor guardada', 'บันทึกการจับคู่คอลัมน์ของใบแจ้งยอดผู้ให้บริการ'],
  upstream_file_uploaded: ['Upstream statement uploaded', '上传支付渠道对账单', 'Extracto de un proveedor subido', 'อัปโหลดใบแจ้งยอดของผู้ให้บริการ'],
  differences_assigned: ['Differences assigned', '分派对账差异', 'Diferencias asignadas', 'มอบหมายผลต่าง'],
  differences_resolved: ['Differences resolved', '解决对账差异', 'Diferencias resueltas', 'ปิดผลต่าง'],
  differences_ignored: ['Differences ignored', '忽略对账差异', 'Diferencias ignoradas', 'ละเว้นผลต่าง'],
  differences_reopened: ['Differences reopened', '重新打开对账差异', 'Diferencias reabiertas', 'เปิดผลต่างใหม่'],
  settlement_booked: ['Upstream settlement booked', '登记渠道结算', 'Liquidación de un proveedor contabilizada', 'บันทึกการโอนชำระของผู้ให้บริการ'],
});
