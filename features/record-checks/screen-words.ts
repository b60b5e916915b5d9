/** Strings for comparing one's own records. The result's own words are in `result-words.ts`. */
import { words } from '#foundation/core/words.ts';

export const recordCheckWords = words({
  title: ['Compare with my own records', '与我的账目核对', 'Comparar con mis registros', 'เทียบกับบันทึกของฉัน'],
  hint: [
    'Compares your own list of orders with the pay-ins paid on these days. Nothing is changed.',
    '将您自己的订单列表与这些日期内支付的代收订单核对，不会更改任何数据。',
    'Compara su propia lista de pedidos con los cobros pagados en estos días. No se modifica nada.',
    'เทียบรายการคำสั่งซื้อของคุณกับยอดรับชำระที่ชำระในวันเหล่านี้ โดยไม่เปลี่ยนแปลงข้อมูลใด',
  ],

  // The file
  file: ['Your list of orders', '您的订单列表', 'Su lista de pedidos', 'รายการคำสั่งซื้อของคุณ'],
  drop_here: ['Drop your list here', '将列表拖到此处', 'Suelte su lista aquí', 'วางไฟล์รายการที่นี่'],
  drop_now: ['Drop to select', '松开即可选取', 'Suelte para elegirla', 'ปล่อยเพื่อเลือกไฟล์'],
  limits: [
    '.xlsx or .csv with order number and amount, optionally status and date; up to {megabytes, number} MB and {rows, number} rows',
    '.xlsx 或 .csv，包含订单号和金额，可附状态和日期；不超过 {megabytes, number} MB、{rows, number} 行',
    '.xlsx o .csv con número de pedido e importe, y opcionalmente estado y fecha; como máximo {megabytes, number} MB y {rows, number} filas',
    '.xlsx หรือ .csv ที่มีหมายเลขคำสั่งซื้อและจำนวนเงิน อาจมีสถานะและวันที่ ไม่เกิน {megabytes, number} MB และ {rows, number} แถว',
  ],
  choose: ['Choose file', '选择文件', 'Elegir archivo', 'เลือกไฟล์'],
  choose_other: ['Choose another', '换一个文件', 'Elegir otro', 'เลือกไฟล์อื่น'],
  remove: ['Remove', '移除', 'Quitar', 'นำออก'],
  file_needed: ['Choose the file with your orders first', '请先选择您的订单文件', 'Elija primero el archivo con sus pedidos', 'เลือกไฟล์คำสั่งซื้อของคุณก่อน'],

  // The range
  from: ['Paid from', '支付日期自', 'Pagados desde', 'ชำระตั้งแต่'],
  to: ['Paid to', '支付日期至', 'Pagados hasta', 'ชำระถึง'],
  days_zone: ['Both days included, in {zone}; up to {most, number} days', '含首尾两日，时区 {zone}；最多 {most, number} 天', 'Ambos días incluidos, en {zone}; como máximo {most, number} días', 'รวมทั้งสองวัน ตามเวลา {zone} ไม่เกิน {most, number} วัน'],

  // The columns
  columns: ['Columns of the file', '文件中的列', 'Columnas del archivo', 'คอลัมน์ในไฟล์'],
  columns_hint: ['Recognized by their headings. Choose another if one is wrong or missing.', '已按表头识别，如有错误或缺失请另行选择。', 'Reconocidas por sus encabezados. Elija otra donde una falte o sea incorrecta.', 'รู้จักจากหัวตาราง เลือกใหม่หากไม่ถูกต้องหรือไม่พบ'],
  column_number: ['Order number', '订单号', 'Número de pedido', 'หมายเลขคำสั่งซื้อ'],
  column_amount: ['Amount', '金额', 'Importe', 'จำนวนเงิน'],
  column_status: ['Status', '状态', 'Estado', 'สถานะ'],
  column_date: ['Date', '日期', 'Fecha', 'วันที่'],
  column_recognized: ['{heading} (recognized)', '{heading}（已识别）', '{heading} (reconocida)', '{heading} (รู้จักแล้ว)'],
  column_choose: ['Choose a column', '请选择列', 'Elija una columna', 'เลือกคอลัมน์'],
  column_none: ['None', '无', 'Ninguna', 'ไม่มี'],
  column_needed: ['Choose the column', '请选择该列', 'Elija la columna', 'เลือกคอลัมน์'],

  // Sending
  compare: ['Compare', '开始核对', 'Comparar', 'เปรียบเทียบ'],
  sending: ['{percent, number}% uploaded', '已上传 {percent, number}%', '{percent, number} % subido', 'อัปโหลดแล้ว {percent, number}%'],
  reading: ['Reading your list…', '正在读取您的列表……', 'Leyendo su lista…', 'กำลังอ่านรายการของคุณ…'],

  // The result
  result: ['Result', '核对结果', 'Resultado', 'ผลการเปรียบเทียบ'],
  running: ['Comparing. You can leave this page and return to its address for the result.', '正在核对。可以离开本页，稍后凭此地址查看结果。', 'Comparando. Puede salir de esta página y volver a su dirección para ver el resultado.', 'กำลังเปรียบเทียบ คุณออกจากหน้านี้ได้ และกลับมาที่ URL เดิมเพื่อดูผล'],
  progress: ['Progress', '进度', 'Progreso', 'ความคืบหน้า'],
  percent: ['{percent, number}%', '{percent, number}%', '{percent, number} %', '{percent, number}%'],
  all_equal: ['Everything matches', '全部一致', 'Todo coincide', 'ตรงกันทั้งหมด'],
  differ: ['{count, plural, one {# difference} other {# differences}}', '{count, number} 处差异', '{count, plural, one {# diferencia} other {# diferencias}}', 'ผลต่าง {count, number} รายการ'],
  check_failed: ['The comparison failed', '核对失败', 'La comparación ha fallado', 'เปรียบเทียบไม่สำเร็จ'],
  check_failed_hint: ['Your list is unchanged. Try again.', '您的列表未受影响，请重新核对。', 'Su lista sigue intacta. Compárela de nuevo.', 'รายการของคุณไม่ได้รับผลกระทบ โปรดเปรียบเทียบใหม่'],
  result_gone: ['This comparison is no longer available', '该核对结果已不再保留', 'Esta comparación ya no está disponible', 'ไม่ได้เก็บการเปรียบเทียบนี้ไว้แล้ว'],
  result_gone_hint: ['Choose your file and compare again.', '请选择文件重新核对。', 'Elija su archivo y compare de nuevo.', 'เลือกไฟล์แล้วเปรียบเทียบใหม่'],
  load_failed: ['The result couldn’t be loaded', '核对结果加载失败', 'No se pudo cargar el resultado', 'โหลดผลไม่สำเร็จ'],
  matched: ['Matched', '一致', 'Coinciden', 'ตรงกัน'],
  ours: ['Ours', '我方', 'Lo nuestro', 'ของเรา'],
  theirs: ['Yours', '您的记录', 'Lo suyo', 'ของคุณ'],
  sum: ['{amount} in {count, number}', '{count, number} 笔，{amount}', '{amount} en {count, number}', '{amount} จาก {count, number} รายการ'],
  outside: ['Not compared', '未参与核对', 'No comparadas', 'ไม่ได้เปรียบเทียบ'],
  outside_hint: ['Rows dated outside these days, and recharges', '日期不在范围内的行和充值', 'Filas con fecha fuera de estos días y recargas', 'แถวที่วันที่อยู่นอกช่วง และการเติมเงิน'],
  kinds: ['Types of differences', '差异类型', 'Tipos de diferencias', 'ชนิดของผลต่าง'],
  all: ['All ({count, number})', '全部（{count, number}）', 'Todas ({count, number})', 'ทั้งหมด ({count, number})'],
  kind_count: ['{kind} ({count, number})', '{kind}（{count, number}）', '{kind} ({count, number})', '{kind} ({count, number})'],
  at_line: ['line {line, number}', '第 {line, number} 行', 'línea {line, number}', 'บรรทัด {line, number}'],
  nothing: ['Missing', '缺失', 'Falta', 'ไม่มี'],
  other_days: ['paid {time}', '支付时间 {time}', 'pagado el {time}', 'ชำระเมื่อ {time}'],
  first_shown: [
    'Showing the first {shown, number} of {count, number}; the file has all of them.',
    '仅显示前 {shown, number} 处，共 {count, number} 处；文件包含全部。',
    'Se muestran las primeras {shown, number} de {count, number}; el archivo las tiene todas.',
    'แสดง {shown, number} รายการแรกจาก {count, number} ไฟล์มีครบทั้งหมด',
  ],
  differences_file: ['Export differences', '导出差异', 'Exportar diferencias', 'ส่งออกผลต่าง'],
});
