/** The words of the shell: menu, navbar, the pages that stand for a missing one. */
import { words } from '#foundation/core/words.ts';

export const shellWords = words({
  skip: ['Skip to content', '跳到内容', 'Saltar al contenido', 'ข้ามไปยังเนื้อหา'],
  menu: ['Menu', '菜单', 'Menú', 'เมนู'],
  menu_open: ['Open the menu', '打开菜单', 'Abrir el menú', 'เปิดเมนู'],
  menu_close: ['Close the menu', '关闭菜单', 'Cerrar el menú', 'ปิดเมนู'],
  breadcrumb: ['You are here', '当前位置', 'Está aquí', 'คุณอยู่ที่นี่'],
  language: ['Language', '语言', 'Idioma', 'ภาษา'],
  to_dark: ['Dark mode', '深色模式', 'Modo oscuro', 'โหมดมืด'],
  to_light: ['Light mode', '浅色模式', 'Modo claro', 'โหมดสว่าง'],
  account_menu: ['Account of {name}', '{name} 的账户', 'Cuenta de {name}', 'บัญชีของ {name}'],
  dashboard: ['Dashboard', '首页', 'Panel', 'แดชบอร์ด'],
  log_out: ['Log out', '退出登录', 'Cerrar sesión', 'ออกจากระบบ'],
  member_no: ['Member no. {number}', '商户号 {number}', 'N.º de miembro {number}', 'หมายเลขสมาชิก {number}'],

  logged_out_title: ['Confirm logout', '确定登出', 'Confirmar cierre de sesión', 'ยืนยันการออกจากระบบ'],
  logged_out_message: ['You have been logged out. You can cancel to stay on this page, or log in again.', '你已被登出，可以取消继续留在该页面，或者重新登录', 'Se ha cerrado su sesión. Puede cancelar para seguir en esta página o volver a entrar.', 'คุณถูกออกจากระบบแล้ว กดยกเลิกเพื่ออยู่หน้านี้ต่อ หรือเข้าสู่ระบบอีกครั้ง'],
  log_in_again: ['Log in again', '重新登录', 'Volver a entrar', 'เข้าสู่ระบบอีกครั้ง'],
  cancel: ['Cancel', '取消', 'Cancelar', 'ยกเลิก'],

  not_found_title: ['This page does not exist', '页面不存在', 'Esta página no existe', 'ไม่พบหน้านี้'],
  not_found_hint: ['The address may be mistyped, or the page has moved.', '地址可能有误，或页面已移动。', 'Puede que la dirección esté mal escrita o que la página se haya movido.', 'ที่อยู่อาจพิมพ์ผิด หรือหน้านี้ถูกย้ายแล้ว'],
  not_allowed_title: ['This page is not open to your account', '您的账户无权访问此页面', 'Su cuenta no tiene acceso a esta página', 'บัญชีของคุณเปิดหน้านี้ไม่ได้'],
  not_allowed_hint: ['Your role does not include it. If you think it should, ask your business contact.', '您的角色不包含此功能，如有疑问请联系商务人员。', 'Su función no la incluye. Si cree que debería, consulte a su contacto comercial.', 'บทบาทของคุณไม่มีสิทธิ์นี้ หากคิดว่าควรมี โปรดสอบถามผู้ติดต่อของคุณ'],
  go_home: ['Go to the start page', '返回首页', 'Ir al inicio', 'ไปหน้าแรก'],
  failed_title: ['This page could not be shown', '页面无法显示', 'No se pudo mostrar la página', 'แสดงหน้านี้ไม่ได้'],
  failed_hint: [
    'Nothing was lost on the server. Load it again; if it stays like this, tell your business contact.',
    '服务器上的数据没有丢失。请重新加载；如仍无法显示，请联系商务人员。',
    'No se ha perdido nada en el servidor. Vuelva a cargarla; si sigue igual, avise a su contacto comercial.',
    'ข้อมูลบนเซิร์ฟเวอร์ไม่สูญหาย โหลดใหม่อีกครั้ง หากยังเป็นอยู่โปรดแจ้งผู้ติดต่อของคุณ',
  ],
  reload: ['Load again', '重新加载', 'Volver a cargar', 'โหลดใหม่'],
});
