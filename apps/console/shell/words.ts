/**
 * Strings for the shell: menu, navbar, missing pages and session dialogs. Loaded after the login; what the login page
 * needs as well is in `frame-words.ts`.
 */
import { words } from '#foundation/core/words.ts';

export const shellWords = words({
  skip: ['Skip to content', '跳到内容', 'Saltar al contenido', 'ข้ามไปยังเนื้อหา'],
  menu: ['Menu', '菜单', 'Menú', 'เมนู'],
  menu_open: ['Open menu', '打开菜单', 'Abrir el menú', 'เปิดเมนู'],
  menu_close: ['Close menu', '关闭菜单', 'Cerrar el menú', 'ปิดเมนู'],
  breadcrumb: ['You are here', '当前位置', 'Está aquí', 'คุณอยู่ที่นี่'],
  language: ['Language', '语言', 'Idioma', 'ภาษา'],
  to_dark: ['Dark mode', '深色模式', 'Modo oscuro', 'โหมดมืด'],
  to_light: ['Light mode', '浅色模式', 'Modo claro', 'โหมดสว่าง'],
  account_menu: ['Account of {name}', '{name} 的账户', 'Cuenta de {name}', 'บัญชีของ {name}'],
  dashboard: ['Dashboard', '首页', 'Panel', 'แดชบอร์ด'],
  log_out: ['Log out', '退出登录', 'Cerrar sesión', 'ออกจากระบบ'],
  member_no: ['Member no. {number}', '会员编号 {number}', 'N.º de miembro {number}', 'หมายเลขสมาชิก {number}'],

  tabs: ['Open pages', '已打开的页面', 'Páginas abiertas', 'หน้าที่เปิดอยู่'],
  tab_menu: ['This tab', '标签操作', 'Esta pestaña', 'แท็บนี้'],
  tab_close: ['Close {title}', '关闭 {title}', 'Cerrar {title}', 'ปิด {title}'],
  tab_refresh: ['Refresh', '刷新', 'Actualizar', 'รีเฟรช'],
  close: ['Close', '关闭', 'Cerrar', 'ปิด'],
  tab_close_others: ['Close others', '关闭其他', 'Cerrar otras', 'ปิดแท็บอื่น'],
  tab_close_all: ['Close all', '关闭全部', 'Cerrar todas', 'ปิดทั้งหมด'],

  settings: ['Settings', '界面设置', 'Ajustes', 'การตั้งค่า'],
  theme_colour: ['Theme colour', '主题色', 'Color del tema', 'สีธีม'],
  theme_preset: ['Colour {colour}', '颜色 {colour}', 'Color {colour}', 'สี {colour}'],
  theme_own: ['Custom colour', '自定义颜色', 'Color personalizado', 'สีอื่น'],
  theme_default: ['Reset colour', '恢复默认颜色', 'Restablecer color', 'กลับไปใช้สีเดิม'],
  brightness: ['Appearance', '外观', 'Apariencia', 'รูปแบบการแสดงผล'],
  brightness_auto: ['Match device', '跟随系统', 'Según el dispositivo', 'ตามเครื่อง'],
  brightness_light: ['Light', '浅色', 'Claro', 'สว่าง'],
  brightness_dark: ['Dark', '深色', 'Oscuro', 'มืด'],
  size: ['Size', '界面尺寸', 'Tamaño', 'ขนาด'],
  size_medium: ['Medium', '标准', 'Mediano', 'กลาง'],
  size_small: ['Small', '小', 'Pequeño', 'เล็ก'],
  size_mini: ['Mini', '迷你', 'Mínimo', 'เล็กสุด'],
  setting_tabs: ['Show page tabs', '显示页签', 'Mostrar pestañas', 'เปิดหน้าเป็นแท็บ'],
  setting_fixed_header: ['Fixed header', '固定顶栏', 'Encabezado fijo', 'ตรึงส่วนหัว'],
  setting_sidebar_logo: ['Sidebar logo', '侧边栏标志', 'Logotipo en el menú', 'โลโก้ในเมนู'],

  logged_out_title: ['Confirm logout', '确定登出', 'Confirmar cierre de sesión', 'ยืนยันการออกจากระบบ'],
  logged_out_message: ['You have been logged out. You can cancel to stay on this page, or log in again.', '你已被登出，可以取消继续留在该页面，或者重新登录', 'Se ha cerrado su sesión. Puede cancelar para seguir en esta página o volver a iniciar sesión.', 'คุณถูกออกจากระบบแล้ว กดยกเลิกเพื่ออยู่หน้านี้ต่อ หรือเข้าสู่ระบบอีกครั้ง'],
  other_login_title: ['Another account is logged in', '已登录其他账户', 'Se ha iniciado sesión con otra cuenta', 'มีบัญชีอื่นเข้าสู่ระบบอยู่'],
  other_login_what: [
    'You’re now logged in as {other} in this browser. This page belongs to {own}, so nothing you do on it is sent.',
    '此浏览器当前登录的账户是 {other}，而本页面属于 {own}，在本页面的操作不会提交。',
    'En este navegador la sesión abierta es ahora la de {other}. Esta página es de {own} y nada de lo que haga en ella se envía.',
    'ขณะนี้เบราว์เซอร์นี้เข้าสู่ระบบด้วยบัญชี {other} แต่หน้านี้เป็นของ {own} สิ่งที่ทำบนหน้านี้จะไม่ถูกส่ง',
  ],
  other_login_unnamed: [
    'Someone logged in to another account in this browser. This page belongs to {own}, so nothing you do on it is sent.',
    '此浏览器当前登录的是其他账户，而本页面属于 {own}，在本页面的操作不会提交。',
    'En este navegador se ha iniciado sesión con otra cuenta. Esta página es de {own} y nada de lo que haga en ella se envía.',
    'ขณะนี้เบราว์เซอร์นี้เข้าสู่ระบบด้วยบัญชีอื่น แต่หน้านี้เป็นของ {own} สิ่งที่ทำบนหน้านี้จะไม่ถูกส่ง',
  ],
  other_login_kept: [
    'What you typed, except passwords and codes, is kept for {own} only. If you log in as {own} again, the other account is logged out of this browser.',
    '除密码和验证码外，已填写的内容仅为 {own} 保留。以 {own} 重新登录后，另一账户将在此浏览器中退出登录。',
    'Lo que ha escrito, salvo contraseñas y códigos, se conserva solo para {own}. Si vuelve a iniciar sesión como {own}, se cerrará la otra cuenta en este navegador.',
    'สิ่งที่พิมพ์ไว้ ยกเว้นรหัสผ่านและรหัสยืนยัน จะเก็บไว้ให้ {own} เท่านั้น หากเข้าสู่ระบบเป็น {own} อีกครั้ง อีกบัญชีจะออกจากระบบในเบราว์เซอร์นี้',
  ],
  reload_as: ['Reload as {other}', '以 {other} 重新加载', 'Recargar como {other}', 'โหลดใหม่เป็น {other}'],
  log_in_again_as: ['Log in as {own} again', '以 {own} 重新登录', 'Volver a iniciar sesión como {own}', 'เข้าสู่ระบบเป็น {own} อีกครั้ง'],
  log_in_again: ['Log in again', '重新登录', 'Volver a iniciar sesión', 'เข้าสู่ระบบอีกครั้ง'],
  cancel: ['Cancel', '取消', 'Cancelar', 'ยกเลิก'],

  not_found_hint: ['The URL may be mistyped, or the page has moved.', '网址可能有误，或页面已移动。', 'Puede que la URL esté mal escrita o que la página se haya movido.', 'URL อาจพิมพ์ผิด หรือหน้านี้ถูกย้ายแล้ว'],
  not_allowed_hint: ['Your role doesn’t include it. If you think it should, contact customer support.', '您的角色不包含此功能，如有疑问请联系客服。', 'Su perfil no la incluye. Si cree que debería, contacte con atención al cliente.', 'บทบาทของคุณไม่มีสิทธิ์นี้ หากคิดว่าควรมี โปรดติดต่อฝ่ายบริการลูกค้า'],
  go_home: ['Go to Home', '返回首页', 'Ir al inicio', 'ไปหน้าแรก'],
});
