/** Audit log phrases about upstreams' statements. Stored rows refer to the names, so never rename one. */
import { words } from '#foundation/core/words.ts';

export const reconciliationActions = words({
  upstream_mapping_saved: ['Mapping of an upstream’s statements saved', '保存上游对账单映射', 'Correspondencia de extractos de un proveedor guardada', 'บันทึกการจับคู่คอลัมน์ของใบแจ้งยอดผู้ให้บริการ'],
  upstream_file_uploaded: ['Statement of an upstream uploaded', '上传上游对账单', 'Extracto de un proveedor subido', 'อัปโหลดใบแจ้งยอดของผู้ให้บริการ'],
});
