/** Strings about the platform, for the console. */
import { words } from '#foundation/core/words.ts';

export const platformScreenWords = words({
  config_failed: ['The settings could not be loaded. Please contact your business manager.', '获取配置失败，请联系业务人员！', 'No se pudo cargar la configuración. Contacte con su gestor comercial.', 'โหลดการตั้งค่าไม่สำเร็จ โปรดติดต่อเจ้าหน้าที่'],
  config_missing: ['The system settings could not be read', '读取系统配置错误', 'No se pudo leer la configuración del sistema', 'อ่านการตั้งค่าระบบไม่ได้'],
  config_empty: ['The system settings are empty', '获取配置为空', 'La configuración del sistema está vacía', 'การตั้งค่าระบบว่างเปล่า'],
  has_error: ['Has Error', 'Has Error', 'Has Error', 'Has Error'],
});
