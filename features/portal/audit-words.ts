/** What the audit log records about the developers' page: one phrase per action. Stored rows have the names: never rename one. */
import { words } from '#foundation/core/words.ts';

export const portalActions = words({
  api_settings_changed: ['API settings changed', '修改 API 设置', 'Ajustes de la API modificados', 'เปลี่ยนการตั้งค่า API'],
  api_key_shown: ['API key viewed', '查看 API 密钥', 'Clave API consultada', 'เปิดดูคีย์ API'],
  api_key_rotated: ['API key replaced', '更换 API 密钥', 'Clave API sustituida', 'เปลี่ยนคีย์ API'],
  api_key_ended: ['Old API key revoked', '停用旧 API 密钥', 'Clave API anterior revocada', 'ยกเลิกคีย์ API เดิม'],
  payout_tried: ['Payout sent from the API page', '在 API 对接页面发起代付', 'Pago a tercero enviado desde la página API', 'ส่งรายการจ่ายเงินจากหน้า API'],
});
