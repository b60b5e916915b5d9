/** Texts of the kit itself: tables, filters, forms, failures. Texts about the product do not belong here. */
import { words } from '#foundation/core/words.ts';

export const kitWords = words({
  // Requests
  loading: ['Loading…', '加载中……', 'Cargando…', 'กำลังโหลด…'],
  network_failed: ['The server could not be reached. Check your connection and try again.', '无法连接服务器，请检查网络后重试', 'No se pudo conectar con el servidor. Compruebe su conexión e inténtelo de nuevo.', 'เชื่อมต่อเซิร์ฟเวอร์ไม่ได้ โปรดตรวจสอบอินเทอร์เน็ตแล้วลองใหม่'],
  page_outdated: ['A new version is available. Reload the page to go on.', '控制台已更新。请刷新页面后继续。', 'Hay una versión nueva. Recargue la página para continuar.', 'มีเวอร์ชันใหม่ โหลดหน้าใหม่เพื่อใช้งานต่อ'],
  part_missing: ['This part of the page could not be loaded.', '此部分加载失败', 'No se pudo cargar esta parte de la página.', 'โหลดส่วนนี้ของหน้าไม่สำเร็จ'],
  timed_out: ['The server did not answer in time. Look at the result before you repeat it.', '服务器响应超时，重试前请先核对结果', 'El servidor no respondió a tiempo. Compruebe el resultado antes de repetir.', 'เซิร์ฟเวอร์ตอบไม่ทันเวลา โปรดตรวจสอบผลก่อนทำซ้ำ'],
  other_session: ['Another account is now logged in in this browser. Nothing was sent.', '此浏览器已登录其他账户，操作未提交', 'Ahora hay otra cuenta abierta en este navegador. No se ha enviado nada.', 'ขณะนี้มีบัญชีอื่นเข้าสู่ระบบในเบราว์เซอร์นี้ จึงไม่มีการส่งข้อมูล'],
  session_over: ['You have been logged out. Please log in again.', '你已被登出，请重新登录', 'Se ha cerrado su sesión. Vuelva a entrar.', 'คุณถูกออกจากระบบแล้ว โปรดเข้าสู่ระบบอีกครั้ง'],
  server_failed: ['Something went wrong on our side. Please try again in a moment.', '服务器出现问题，请稍后重试', 'Algo ha fallado por nuestra parte. Inténtelo de nuevo en un momento.', 'ระบบของเราขัดข้อง โปรดลองใหม่อีกครั้ง'],
  close: ['Close', '关闭', 'Cerrar', 'ปิด'],
  cancel: ['Cancel', '取消', 'Cancelar', 'ยกเลิก'],
  dismiss: ['Dismiss', '关闭提示', 'Descartar', 'ปิดข้อความ'],
  notices: ['Notices', '通知', 'Avisos', 'การแจ้งเตือน'],

  // Values
  copy: ['Copy {text}', '复制 {text}', 'Copiar {text}', 'คัดลอก {text}'],
  copy_failed: ['Copying failed; select the text and copy it by hand', '复制失败，请选中文字后手动复制', 'No se pudo copiar; seleccione el texto y cópielo a mano', 'คัดลอกไม่สำเร็จ โปรดเลือกข้อความแล้วคัดลอกเอง'],
  copied: ['Copied', '已复制', 'Copiado', 'คัดลอกแล้ว'],
  none: ['None', '无', 'Ninguno', 'ไม่มี'],

  // Tables
  rows_found: ['{count, plural, one {# row} other {# rows}}', '共 {count, number} 条', '{count, plural, one {# fila} other {# filas}}', '{count, number} รายการ'],
  rows_at_least: ['{count, number}+ rows', '{count, number}+ 条', 'Más de {count, number} filas', 'มากกว่า {count, number} รายการ'],
  rows_printed: ['Rows {from, number}–{to, number} of {count, number}', '第 {from, number}–{to, number} 条，共 {count, number} 条', 'Filas {from, number}–{to, number} de {count, number}', 'รายการที่ {from, number}–{to, number} จาก {count, number}'],
  rows_printed_at_least: ['Rows {from, number}–{to, number} of more than {count, number}', '第 {from, number}–{to, number} 条，共 {count, number} 条以上', 'Filas {from, number}–{to, number} de más de {count, number}', 'รายการที่ {from, number}–{to, number} จากมากกว่า {count, number}'],
  printed_at: ['Printed {time}', '打印时间 {time}', 'Impreso el {time}', 'พิมพ์เมื่อ {time}'],
  columns: ['Columns', '列', 'Columnas', 'คอลัมน์'],
  columns_shown: ['{shown, number} of {all, number}', '{shown, number}/{all, number}', '{shown, number} de {all, number}', '{shown, number} จาก {all, number}'],
  columns_no_room: ['Columns without a tick have no room here. Tick one to show it first.', '未勾选的列当前显示不下，勾选后优先显示。', 'Las columnas sin marcar no caben aquí. Marque una para verla primero.', 'คอลัมน์ที่ไม่ได้เลือกแสดงไม่พอในหน้านี้ เลือกเพื่อให้แสดงก่อน'],
  tools: ['Tools', '工具', 'Herramientas', 'เครื่องมือ'],
  columns_reset: ['Show the usual columns', '恢复默认列', 'Mostrar las columnas habituales', 'แสดงคอลัมน์ปกติ'],
  refresh: ['Refresh', '刷新', 'Actualizar', 'รีเฟรช'],
  sort_by: ['Sort by', '排序方式', 'Ordenar por', 'เรียงตาม'],
  open_row: ['Open {row}', '查看 {row}', 'Abrir {row}', 'เปิด {row}'],
  load_failed_title: ['This list could not be loaded', '列表加载失败', 'No se pudo cargar la lista', 'โหลดรายการไม่สำเร็จ'],
  retry: ['Try again', '重试', 'Reintentar', 'ลองใหม่'],
  empty_title: ['Nothing here yet', '暂无数据', 'Todavía no hay nada', 'ยังไม่มีข้อมูล'],
  empty_filtered: ['Nothing matches these filters', '没有符合筛选条件的数据', 'Nada coincide con estos filtros', 'ไม่พบรายการที่ตรงกับตัวกรอง'],
  empty_filtered_hint: ['Widen the range or reset the filters.', '请扩大范围或重置筛选条件。', 'Amplíe el intervalo o restablezca los filtros.', 'ลองขยายช่วงหรือล้างตัวกรอง'],
  filter_refused: ['Nothing was searched', '未执行查询', 'No se ha buscado nada', 'ยังไม่ได้ค้นหา'],
  filter_refused_hint: ['Correct the filter that is marked above, or reset the filters.', '请更正上方标出的筛选条件，或重置筛选条件。', 'Corrija el filtro marcado arriba o restablezca los filtros.', 'แก้ไขตัวกรองที่ระบุด้านบน หรือล้างตัวกรอง'],
  past_the_end: ['There is no page {page, number}', '没有第 {page, number} 页', 'No hay página {page, number}', 'ไม่มีหน้า {page, number}'],
  to_first_page: ['Go to the first page', '返回第一页', 'Ir a la primera página', 'ไปหน้าแรก'],

  // Pages
  pages: ['Pages', '分页', 'Páginas', 'หน้า'],
  page_number: ['Page', '页码', 'Página', 'หน้า'],
  of_pages: ['of {pages, number}', '/ {pages, number} 页', 'de {pages, number}', 'จาก {pages, number}'],
  first_page: ['First page', '第一页', 'Primera página', 'หน้าแรก'],
  previous_page: ['Previous page', '上一页', 'Página anterior', 'หน้าก่อน'],
  next_page: ['Next page', '下一页', 'Página siguiente', 'หน้าถัดไป'],
  last_page: ['Last page', '最后一页', 'Última página', 'หน้าสุดท้าย'],
  rows_per_page: ['Rows per page', '每页行数', 'Filas por página', 'แถวต่อหน้า'],
  per_page: ['{count, number} / page', '{count, number} 条/页', '{count, number} / pág.', '{count, number} / หน้า'],

  // Filters
  filters: ['Filters', '筛选', 'Filtros', 'ตัวกรอง'],
  all: ['All', '全部', 'Todos', 'ทั้งหมด'],
  reset: ['Reset', '重置', 'Restablecer', 'ล้าง'],
  clear: ['Clear', '清除', 'Borrar', 'ลบ'],
  apply: ['Apply', '应用', 'Aplicar', 'ใช้'],
  from: ['From', '从', 'Desde', 'ตั้งแต่'],
  to: ['To', '至', 'Hasta', 'ถึง'],
  days_in_zone: ['Days in {zone}', '日期按 {zone} 时区', 'Días según {zone}', 'วันที่ตามเวลา {zone}'],
  any_amount: ['Any amount', '不限金额', 'Cualquier importe', 'ทุกจำนวนเงิน'],
  at_least: ['from {amount}', '≥ {amount}', 'desde {amount}', 'ตั้งแต่ {amount}'],
  at_most: ['up to {amount}', '≤ {amount}', 'hasta {amount}', 'ไม่เกิน {amount}'],

  // Forms
  show_password: ['Show the password', '显示密码', 'Mostrar la contraseña', 'แสดงรหัสผ่าน'],
  hide_password: ['Hide the password', '隐藏密码', 'Ocultar la contraseña', 'ซ่อนรหัสผ่าน'],
});
