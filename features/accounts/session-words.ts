/** Error texts shown when a session can't be opened. */
import { words } from '#foundation/core/words.ts';

export const sessionWords = words({
  info_empty: ['The request failed. Please log in again.', '请求失败，请重新登录.', 'La petición ha fallado. Vuelva a iniciar sesión.', 'คำขอล้มเหลว โปรดเข้าสู่ระบบอีกครั้ง'],
  roles_empty: ['Your permissions couldn’t be loaded!', '获取权限列表失败!', '¡No se pudieron cargar sus permisos!', 'โหลดรายการสิทธิ์ไม่สำเร็จ!'],
});
