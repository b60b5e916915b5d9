/** Strings for the operators' screen of the books. */
import { words } from '#foundation/core/words.ts';

export const booksWords = words({
  hint: ['What the platform owes, what it is owed, and whether the books balance.', '平台的应付、应收，以及账簿是否正确。', 'Lo que la plataforma debe, lo que le deben y si los libros cuadran.', 'สิ่งที่แพลตฟอร์มค้าง สิ่งที่ผู้อื่นค้าง และบัญชีถูกต้องหรือไม่'],
  load_failed: ['The books couldn’t be loaded', '账簿加载失败', 'No se pudieron cargar los libros', 'โหลดบัญชีไม่สำเร็จ'],
  run: ['Check now', '立即核对', 'Comprobar ahora', 'ตรวจตอนนี้'],
  run_told: ['All books are being checked', '正在核对全部账簿', 'Se están comprobando todos los libros', 'กำลังตรวจบัญชีทั้งหมด'],
  right_title: ['The books balance', '账簿正确', 'Los libros cuadran', 'บัญชีถูกต้อง'],
  wrong_title: ['The books don’t balance: payouts are stopped', '账簿有误：已停止出款', 'Los libros no cuadran: los pagos están detenidos', 'บัญชีไม่ถูกต้อง หยุดการจ่ายแล้ว'],
  wrong_found: ['Found {time} by the check {check}: {promise}. {violation}', '{time} 由检查 {check} 发现：{promise}。{violation}', 'Detectado el {time} por la comprobación {check}: {promise}. {violation}', 'พบเมื่อ {time} โดยการตรวจ {check}: {promise} {violation}'],

  // Position
  position: ['Platform position', '平台头寸', 'Posición de la plataforma', 'ฐานะของแพลตฟอร์ม'],
  owed_by_upstreams: ['Owed by upstreams', '应收渠道款', 'Saldo con proveedores', 'ยอดค้างกับผู้ให้บริการ'],
  settled: ['Settled to our bank', '已结算至我方银行', 'Liquidado a nuestro banco', 'โอนเข้าธนาคารเราแล้ว'],
  owed_to_members: ['Owed to members', '应付会员款', 'Debido a los miembros', 'ค้างสมาชิก'],
  own: ['The platform’s own', '平台自有', 'Propio de la plataforma', 'ของแพลตฟอร์มเอง'],
  position_note: ['Owed by upstreams + settled = owed to members + the platform’s own', '应收渠道款 + 已结算 = 应付会员款 + 平台自有', 'Saldo con proveedores + liquidado = debido a los miembros + propio', 'ยอดค้างกับผู้ให้บริการ + โอนแล้ว = ค้างสมาชิก + ของแพลตฟอร์มเอง'],

  // Trial balance
  trial: ['Trial balance', '试算平衡', 'Balance de comprobación', 'งบทดลอง'],
  account: ['Account', '科目', 'Cuenta', 'บัญชี'],
  amount: ['Amount', '金额', 'Importe', 'จำนวนเงิน'],
  account_wallet: ['Wallets', '钱包', 'Billeteras', 'กระเป๋าเงิน'],
  account_transit: ['In transit', '在途', 'En tránsito', 'ระหว่างทาง'],
  account_clearing: ['Clearing', '清算', 'Compensación', 'บัญชีพัก'],
  account_fees: ['Fees', '手续费', 'Comisiones', 'ค่าธรรมเนียม'],
  account_commission: ['Commission owed', '应付佣金', 'Comisión debida', 'ค่าคอมมิชชันค้างจ่าย'],
  account_adjustment: ['Adjustments', '调账', 'Ajustes', 'ปรับยอด'],
  between_members: ['Between members', '会员间往来', 'Entre miembros', 'ระหว่างสมาชิก'],
  total: ['Total', '合计', 'Total', 'รวม'],
  trial_note: ['What is owed is positive. The total is zero.', '应付为正数，合计为零。', 'Lo debido es positivo. El total es cero.', 'ยอดค้างเป็นบวก ผลรวมเป็นศูนย์'],
  by_upstream: ['Clearing by upstream', '按渠道清算', 'Compensación por proveedor', 'บัญชีพักตามผู้ให้บริการ'],
  upstream: ['Upstream', '支付渠道', 'Proveedor', 'ผู้ให้บริการ'],
  taken_in: ['Taken in', '代收', 'Cobrado', 'รับเข้า'],
  paid_out: ['Paid out', '出款', 'Pagado', 'จ่ายออก'],
  settled_short: ['Settled', '已结算', 'Liquidado', 'โอนแล้ว'],
  owed: ['Owed', '应收', 'Debido', 'ค้าง'],
  until_day: ['At the end of {day}. Since then, all upstreams: {amount}', '截至 {day} 日终。此后全部渠道：{amount}', 'Al final del {day}. Desde entonces, todos los proveedores: {amount}', 'สิ้นวันที่ {day} หลังจากนั้นทุกผู้ให้บริการ: {amount}'],
  no_upstreams: ['No upstreams yet', '暂无支付渠道', 'Aún no hay proveedores', 'ยังไม่มีผู้ให้บริการ'],

  // Holds
  holds: ['Largest holds by operators', '运营人员冻结最多的会员', 'Mayores retenciones de operadores', 'ยอดที่ผู้ดูแลระบบพักไว้มากที่สุด'],
  no_holds: ['Operators hold no money', '运营人员未冻结任何资金', 'Los operadores no retienen dinero', 'ผู้ดูแลระบบไม่ได้พักเงินไว้'],
  member: ['Member', '会员', 'Miembro', 'สมาชิก'],
  held: ['Held', '冻结', 'Retenido', 'พักไว้'],
  balance: ['Balance', '余额', 'Saldo', 'ยอดคงเหลือ'],

  // Checks
  checks: ['Checks of the books', '账簿核对记录', 'Comprobaciones de los libros', 'การตรวจบัญชี'],
  kind: ['What was checked', '核对范围', 'Qué se comprobó', 'สิ่งที่ตรวจ'],
  kind_recent: ['What was booked lately', '近期记账', 'Lo contabilizado hace poco', 'ที่บันทึกล่าสุด'],
  kind_full: ['Everything', '全部', 'Todo', 'ทั้งหมด'],
  kind_asked: ['Everything, as asked', '全部（人工请求）', 'Todo, a petición', 'ทั้งหมดตามที่ขอ'],
  by: ['By', '发起', 'Por', 'โดย'],
  by_job: ['The platform', '平台', 'La plataforma', 'แพลตฟอร์ม'],
  started: ['Started', '开始时间', 'Inicio', 'เริ่ม'],
  ended: ['Ended', '结束时间', 'Fin', 'จบ'],
  result: ['Result', '结果', 'Resultado', 'ผล'],
  found: ['What it found', '发现的问题', 'Qué se encontró', 'สิ่งที่พบ'],
  passed: ['Passed', '正确', 'Cuadran', 'ถูกต้อง'],
  running: ['Running', '核对中', 'En curso', 'กำลังตรวจ'],
  failed: ['{count, plural, one {# check failed} other {# checks failed}}', '{count, number} 项未通过', '{count, plural, one {# comprobación fallida} other {# comprobaciones fallidas}}', 'ไม่ผ่าน {count, number} รายการ'],
  counted: ['{count, plural, one {# check} other {# checks}}', '{count, number} 次核对', '{count, plural, one {# comprobación} other {# comprobaciones}}', 'ตรวจ {count, number} ครั้ง'],
  empty: ['No checks yet', '暂无核对记录', 'Aún no hay comprobaciones', 'ยังไม่มีการตรวจ'],
  empty_hint: ['The platform checks every minute what was booked since.', '平台每分钟核对新的记账。', 'La plataforma comprueba cada minuto lo contabilizado desde la última vez.', 'แพลตฟอร์มตรวจสิ่งที่บันทึกใหม่ทุกนาที'],
});
