/** Strings of the developers' page itself: its tabs. Each tab has its own file of strings. */
import { words } from '#foundation/core/words.ts';

export const portalScreenWords = words({
  hint: ['Keys, addresses, requests and callbacks for your programs.', '程序对接所需的密钥、地址、请求记录和回调通知。', 'Claves, direcciones, peticiones y notificaciones de sus programas.', 'คีย์ URL คำขอ และการแจ้งผลของโปรแกรมคุณ'],
  tabs: ['Sections', '分类', 'Secciones', 'หมวด'],
  tab_failed: ['This page couldn’t be loaded', '页面加载失败', 'No se pudo cargar esta página', 'โหลดหน้านี้ไม่สำเร็จ'],
  tab_settings: ['Settings', '设置', 'Ajustes', 'การตั้งค่า'],
  tab_keys: ['Keys', '密钥', 'Claves', 'คีย์'],
  tab_requests: ['Requests', '请求记录', 'Peticiones', 'คำขอ'],
  tab_callbacks: ['Callbacks', '回调通知', 'Notificaciones', 'การแจ้งผล'],
  tab_plugins: ['Shop plugins', '商城插件', 'Complementos de tienda', 'ปลั๊กอินร้านค้า'],
  tab_try: ['Try it out', '在线调试', 'Probar', 'ทดลองใช้'],
  tab_check: ['Check a signature', '验签工具', 'Comprobar una firma', 'ตรวจลายเซ็น'],
  tab_reference: ['Reference', '接口文档', 'Referencia', 'เอกสารอ้างอิง'],
});
