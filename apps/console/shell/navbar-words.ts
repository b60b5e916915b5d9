/** Strings for the navbar's tools: search, shortcuts, error log, full screen. Loaded after the login. */
import { words } from '#foundation/core/words.ts';

export const navbarWords = words({
  // Search
  search: ['Search', '搜索', 'Buscar', 'ค้นหา'],

  // Shortcuts
  shortcuts: ['Keyboard shortcuts', '键盘快捷键', 'Atajos de teclado', 'แป้นพิมพ์ลัด'],
  everywhere: ['On every page', '所有页面', 'En todas partes', 'ทุกหน้า'],
  go_to: ['Go to', '前往', 'Ir a', 'ไปที่'],
  and_then: ['then', '然后', 'y luego', 'แล้วกด'],
  find_anything: ['Search pages, actions and numbers', '搜索页面、操作和单号', 'Buscar páginas, acciones y números', 'ค้นหาหน้า คำสั่ง และหมายเลข'],
  find_here: ['Search in this page’s list', '在本页列表中搜索', 'Buscar en la lista de esta página', 'ค้นหาในรายการของหน้านี้'],
  withdraw: ['Withdraw', '申请提现', 'Retirar', 'ถอนเงิน'],
  lists: ['Lists', '列表', 'Listas', 'รายการ'],
  move_rows: ['Move through the rows', '在各行之间移动', 'Moverse por las filas', 'เลื่อนระหว่างแถว'],
  open_row: ['Open the row', '打开所选行', 'Abrir la fila', 'เปิดแถว'],
  next_row: ['Next or previous row, when one is open', '查看详情时切换到下一行、上一行', 'Fila siguiente o anterior, con una abierta', 'แถวถัดไปและแถวก่อนหน้า ขณะเปิดรายละเอียด'],
  close_row: ['Close what’s open', '关闭当前内容', 'Cerrar lo que está abierto', 'ปิดสิ่งที่เปิดอยู่'],
  export_list: ['Export the list', '导出列表', 'Exportar la lista', 'ส่งออกรายการ'],
  show_shortcuts: ['Show these shortcuts', '显示这些快捷键', 'Mostrar estos atajos', 'แสดงแป้นพิมพ์ลัดนี้'],
  shortcuts_on: ['Single-key shortcuts', '启用单键快捷键', 'Atajos de una sola tecla', 'ใช้แป้นพิมพ์ลัดแบบปุ่มเดียว'],
  shortcuts_on_hint: ['Turn these off if something else presses keys for you, such as dictation.', '如果按键由语音输入等工具代为触发，可将其关闭。', 'Desactívelos si otra herramienta pulsa las teclas por usted, por ejemplo al dictar.', 'ปิดได้หากมีเครื่องมืออื่นกดปุ่มแทนคุณ เช่น การพิมพ์ด้วยเสียง'],

  // Error log
  error_log: ['Error log', '错误日志', 'Registro de errores', 'บันทึกข้อผิดพลาด'],
  error_count: ['Error log: {count, plural, one {# error} other {# errors}}', '错误日志：{count, number} 个错误', 'Registro de errores: {count, plural, one {# error} other {# errores}}', 'บันทึกข้อผิดพลาด: {count, number} รายการ'],
  error_hint: [
    'Errors in this browser since the page was loaded. Customer support may ask you for them.',
    '自页面加载以来此浏览器中发生的错误。客服可能会向您索取。',
    'Errores en este navegador desde que se cargó la página. Atención al cliente puede pedírselos.',
    'ข้อผิดพลาดในเบราว์เซอร์นี้ตั้งแต่โหลดหน้า ฝ่ายบริการลูกค้าอาจขอข้อมูลนี้',
  ],
  error_message: ['Message', '消息', 'Mensaje', 'ข้อความ'],
  error_info: ['Info', '信息', 'Información', 'ข้อมูล'],
  error_url: ['URL', 'URL', 'URL', 'URL'],
  error_stack: ['Stack', '堆栈', 'Pila', 'สแต็ก'],
  error_time: ['Time', '时间', 'Hora', 'เวลา'],
  error_in_script: ['In a script', '脚本中', 'En un script', 'ในสคริปต์'],
  error_in_promise: ['In the background', '后台任务中', 'En segundo plano', 'ในการทำงานเบื้องหลัง'],
  error_in_component: ['While showing the page', '显示页面时', 'Al mostrar la página', 'ขณะแสดงหน้า'],
  clear_errors: ['Clear', '清空', 'Vaciar', 'ล้าง'],

  // Full screen
  full_screen: ['Full screen', '全屏', 'Pantalla completa', 'เต็มหน้าจอ'],
  full_screen_leave: ['Exit full screen', '退出全屏', 'Salir de pantalla completa', 'ออกจากโหมดเต็มหน้าจอ'],
  full_screen_refused: ['you browser can not work', '您的浏览器不支持全屏', 'Su navegador no admite la pantalla completa', 'เบราว์เซอร์ของคุณไม่รองรับโหมดเต็มหน้าจอ'],
});
