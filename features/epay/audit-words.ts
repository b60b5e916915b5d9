/** What the audit log records about the ePay door: one phrase per action. Stored rows have the names: never rename one. */
import { words } from '#foundation/core/words.ts';

export const epayActions = words({
  epay_changed: ['Shop plugin settings changed', '修改商城插件设置', 'Ajustes de complementos de tienda modificados', 'แก้ไขการตั้งค่าปลั๊กอินร้านค้า'],
  epay_key_shown: ['Shop plugin key viewed', '查看商城插件密钥', 'Clave de complementos consultada', 'ดูคีย์ปลั๊กอินร้านค้า'],
  epay_key_rotated: ['Shop plugin key replaced', '更换商城插件密钥', 'Clave de complementos sustituida', 'เปลี่ยนคีย์ปลั๊กอินร้านค้า'],
  epay_overlap_ended: ['Old shop plugin key revoked', '停用旧的商城插件密钥', 'Clave anterior de complementos revocada', 'ยกเลิกคีย์ปลั๊กอินร้านค้าเดิม'],
});
