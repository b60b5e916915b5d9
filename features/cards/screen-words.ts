/** Strings for the bank cards screen. */
import { words } from '#foundation/core/words.ts';

export const cardScreenWords = words({
  counted_cards: ['{count, plural, one {# account} other {# accounts}}', '{count, number} 个账户', '{count, plural, one {# cuenta} other {# cuentas}}', '{count, number} บัญชี'],
  hint: ['Where your withdrawals go: bank cards and Alipay accounts.', '用于接收提现的银行卡和支付宝账户。', 'Adónde van sus retiros: tarjetas bancarias y cuentas de Alipay.', 'ปลายทางของเงินที่ถอน: บัตรธนาคารและบัญชี Alipay'],
  empty_title: ['No cards yet', '暂无银行卡', 'Todavía no hay tarjetas', 'ยังไม่มีบัตร'],
  empty_hint: ['Add a bank card or Alipay account to withdraw to.', '添加银行卡或支付宝账户后即可提现。', 'Agregue una tarjeta bancaria o una cuenta de Alipay para retirar dinero.', 'เพิ่มบัตรธนาคารหรือบัญชี Alipay เพื่อถอนเงินเข้า'],
  add: ['Add card', '添加银行卡', 'Agregar tarjeta', 'เพิ่มบัตร'],

  // The list
  holder: ['Account holder', '开户人姓名', 'Titular', 'ชื่อเจ้าของบัญชี'],
  bank: ['Bank', '开户银行', 'Banco', 'ธนาคาร'],
  account: ['Account', '账号', 'Cuenta', 'บัญชี'],
  type: ['Type', '类型', 'Tipo', 'ประเภท'],
  type_bank: ['Bank card', '银行卡', 'Tarjeta bancaria', 'บัตรธนาคาร'],
  type_alipay: ['Alipay', '支付宝', 'Alipay', 'Alipay'],
  status: ['Status', '状态', 'Estado', 'สถานะ'],
  status_pending: ['Pending review', '待审核', 'Pendiente de revisión', 'รอตรวจสอบ'],
  status_approved: ['Approved', '已通过', 'Aprobada', 'ผ่านแล้ว'],
  status_rejected: ['Rejected', '未通过', 'Rechazada', 'ไม่ผ่าน'],
  created_at: ['Added', '添加时间', 'Agregada', 'เพิ่มเมื่อ'],
  actions: ['Actions', '操作', 'Acciones', 'จัดการ'],
  edit: ['Edit', '编辑', 'Editar', 'แก้ไข'],
  edit_card: ['Edit {card}', '编辑 {card}', 'Editar {card}', 'แก้ไข {card}'],
  remove: ['Remove', '删除', 'Eliminar', 'ลบ'],
  remove_card: ['Remove {card}', '删除 {card}', 'Eliminar {card}', 'ลบ {card}'],

  // The form
  edit_title: ['Edit card', '编辑银行卡', 'Editar tarjeta', 'แก้ไขบัตร'],
  holder_hint: ['Exactly as your bank has it', '须与银行登记的姓名一致', 'Tal como figura en el banco', 'ตรงตามที่ธนาคารบันทึกไว้'],
  bank_search: ['Search by name or code', '输入银行名称或代码搜索', 'Busque por nombre o código', 'ค้นหาด้วยชื่อหรือรหัส'],
  bank_none: ['Bank not found', '未找到该银行', 'No se ha encontrado ese banco', 'ไม่พบธนาคารนี้'],
  branch: ['Branch (optional)', '开户支行（选填）', 'Sucursal (opcional)', 'สาขา (ไม่บังคับ)'],
  card_number: ['Card number', '银行卡号', 'Número de tarjeta', 'เลขบัตร'],
  alipay_account: ['Alipay account', '支付宝账号', 'Cuenta de Alipay', 'บัญชี Alipay'],
  alipay_hint: ['Mobile number or email address', '手机号或邮箱', 'Teléfono o correo electrónico', 'หมายเลขมือถือหรืออีเมล'],
  account_stays: ['Currently {card}; leave empty to keep it', '当前为 {card}，留空则保持不变', 'Actual: {card}; déjelo vacío para conservarla', 'ปัจจุบัน {card} เว้นว่างหากไม่เปลี่ยน'],
  save: ['Save card', '保存', 'Guardar tarjeta', 'บันทึกบัตร'],
  added: ['Card added', '银行卡已添加', 'Tarjeta agregada', 'เพิ่มบัตรแล้ว'],
  added_pending: ['Card added; it’s being reviewed', '银行卡已添加，正在审核', 'Tarjeta agregada; está en revisión', 'เพิ่มบัตรแล้ว รอตรวจสอบ'],
  changed: ['Card changed', '银行卡已修改', 'Tarjeta modificada', 'แก้ไขบัตรแล้ว'],
  changed_pending: ['Card changed; it’s being reviewed', '银行卡已修改，正在审核', 'Tarjeta modificada; está en revisión', 'แก้ไขบัตรแล้ว รอตรวจสอบ'],

  // Removing
  remove_title: ['Remove this card?', '删除此银行卡？', '¿Eliminar esta tarjeta?', 'ลบบัตรนี้หรือไม่'],
  remove_what: [
    'You’ll no longer be able to withdraw to {card} of {holder}. Withdrawals in progress aren’t affected.',
    '删除后将无法提现到 {holder} 的 {card}，进行中的提现不受影响。',
    'Ya no podrá retirar dinero a {card} de {holder}. Los retiros en curso no cambian.',
    'จะถอนเงินเข้า {card} ของ {holder} ไม่ได้อีก รายการที่กำลังดำเนินการไม่เปลี่ยนแปลง',
  ],
  removed: ['Card removed', '银行卡已删除', 'Tarjeta eliminada', 'ลบบัตรแล้ว'],

  // What comes first
  no_pay_password: ['Set a payment password first', '请先设置支付密码', 'Cree primero una contraseña de pago', 'ตั้งรหัสผ่านชำระเงินก่อน'],
  no_pay_password_hint: ['It protects your cards, and takes a minute to set.', '银行卡由支付密码保护，设置只需一分钟。', 'Protege sus tarjetas. Solo lleva un minuto.', 'ใช้ปกป้องบัตรของคุณ ตั้งเสร็จภายในหนึ่งนาที'],
  set_pay_password: ['Set payment password', '设置支付密码', 'Crear contraseña de pago', 'ตั้งรหัสผ่านชำระเงิน'],
});
