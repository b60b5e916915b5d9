/** Strings about the platform, for the console. */
import { words } from '#foundation/core/words.ts';

export const platformScreenWords = words({
  config_failed: ['The settings couldn’t be loaded. Please contact customer support.', '获取配置失败，请联系业务人员！', 'No se pudo cargar la configuración. Contacte con atención al cliente.', 'โหลดการตั้งค่าไม่สำเร็จ โปรดติดต่อฝ่ายบริการลูกค้า'],
  config_missing: ['The system settings couldn’t be read', '读取系统配置错误', 'No se pudo leer la configuración del sistema', 'อ่านการตั้งค่าระบบไม่ได้'],
  config_empty: ['The system settings are empty', '获取配置为空', 'La configuración del sistema está vacía', 'การตั้งค่าระบบว่างเปล่า'],
  /** How every phrase names the one contact; `SupportText` makes it a link. */
  customer_support: ['customer support', '客服', 'atención al cliente', 'ฝ่ายบริการลูกค้า'],
  has_error: ['Has Error', 'Has Error', 'Has Error', 'Has Error'],
});
