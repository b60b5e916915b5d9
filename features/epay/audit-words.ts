/** What the audit log records about the ePay door: one phrase per action. Stored rows have the names: never rename one. */
import { words } from '#foundation/core/words.ts';

export const epayActions = words({
  epay_changed: ['Shop plugin interface changed', '修改商城插件接口', 'Interfaz para tiendas modificada', 'แก้ไขอินเทอร์เฟซปลั๊กอินร้านค้า'],
  epay_key_shown: ['Shop plugin key shown', '查看商城插件密钥', 'Clave para tiendas mostrada', 'ดูคีย์ปลั๊กอินร้านค้า'],
  epay_key_rotated: ['Shop plugin key replaced', '更换商城插件密钥', 'Clave para tiendas sustituida', 'เปลี่ยนคีย์ปลั๊กอินร้านค้า'],
  epay_overlap_ended: ['Former shop plugin key ended', '停用旧的商城插件密钥', 'Clave anterior para tiendas anulada', 'ยกเลิกคีย์ปลั๊กอินร้านค้าเดิม'],
});
