/**
 * Texts of the kit itself: filters, forms, failures. Every page loads them; those of lists alone are in
 * `list/list-words.ts`. Texts about the product do not belong here.
 */
import { words } from '#foundation/core/words.ts';

export const kitWords = words({
  // Requests
  loading: ['Loading…', '加载中……', 'Cargando…', 'กำลังโหลด…'],
  network_failed: ['We couldn’t reach the server. Check your connection and try again.', '无法连接服务器，请检查网络后重试。', 'No se pudo conectar con el servidor. Compruebe su conexión e inténtelo de nuevo.', 'เชื่อมต่อเซิร์ฟเวอร์ไม่ได้ โปรดตรวจสอบอินเทอร์เน็ตแล้วลองใหม่อีกครั้ง'],
  page_outdated: ['A new version is available. Reload the page to continue.', '控制台已更新。请刷新页面后继续。', 'Hay una versión nueva. Recargue la página para continuar.', 'มีเวอร์ชันใหม่ โหลดหน้าใหม่เพื่อใช้งานต่อ'],
  part_missing: ['This part of the page couldn’t be loaded.', '此部分加载失败。', 'No se pudo cargar esta parte de la página.', 'โหลดส่วนนี้ของหน้าไม่สำเร็จ'],
  timed_out: ['The server took too long to answer. Check the result before you try again.', '服务器响应超时，重试前请先核对结果。', 'El servidor tardó demasiado en responder. Compruebe el resultado antes de repetir la operación.', 'เซิร์ฟเวอร์ใช้เวลานานเกินไป โปรดตรวจสอบผลก่อนทำรายการซ้ำ'],
  other_session: ['Someone logged in to another account in this browser. Nothing was sent.', '此浏览器已登录其他账户，操作未提交。', 'En este navegador se ha iniciado sesión con otra cuenta. No se ha enviado nada.', 'มีการเข้าสู่ระบบด้วยบัญชีอื่นในเบราว์เซอร์นี้ จึงไม่ได้ส่งข้อมูล'],
  session_over: ['You have been logged out. Please log in again.', '你已被登出，请重新登录。', 'Se ha cerrado su sesión. Vuelva a iniciarla.', 'คุณถูกออกจากระบบแล้ว โปรดเข้าสู่ระบบอีกครั้ง'],
  server_failed: ['Something went wrong on our side. Please try again in a moment.', '服务器出现问题，请稍后重试。', 'Se ha producido un error de nuestro lado. Inténtelo de nuevo en un momento.', 'ระบบของเราขัดข้อง โปรดลองใหม่ในอีกสักครู่'],
  close: ['Close', '关闭', 'Cerrar', 'ปิด'],
  cancel: ['Cancel', '取消', 'Cancelar', 'ยกเลิก'],
  dismiss: ['Dismiss', '关闭提示', 'Cerrar el aviso', 'ปิดข้อความ'],
  notices: ['Notices', '提示', 'Avisos', 'การแจ้งเตือน'],

  // Values
  copy: ['Copy {text}', '复制 {text}', 'Copiar {text}', 'คัดลอก {text}'],
  copy_failed: ['Couldn’t copy; select the text and copy it yourself', '复制失败，请选中文字后手动复制', 'No se pudo copiar; seleccione el texto y cópielo usted mismo', 'คัดลอกไม่สำเร็จ โปรดเลือกข้อความแล้วคัดลอกเอง'],
  copied: ['Copied', '已复制', 'Copiado', 'คัดลอกแล้ว'],
  none: ['None', '无', 'Ninguno', 'ไม่มี'],

  // Lists
  load_failed_title: ['This list couldn’t be loaded', '列表加载失败', 'No se pudo cargar la lista', 'โหลดรายการไม่สำเร็จ'],
  retry: ['Try again', '重试', 'Reintentar', 'ลองใหม่'],
  pages: ['Pages', '分页', 'Páginas', 'หน้า'],

  // Forms
  show_password: ['Show password', '显示密码', 'Mostrar contraseña', 'แสดงรหัสผ่าน'],
  hide_password: ['Hide password', '隐藏密码', 'Ocultar contraseña', 'ซ่อนรหัสผ่าน'],
});
