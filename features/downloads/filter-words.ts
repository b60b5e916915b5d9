/** A list's filter in words: its fields and values by name, in a fixed order, with moments in the platform's time zone. */
import { formatPhrase } from '#foundation/core/phrase.ts';
import { wallTime } from '#foundation/core/time-zone.ts';
import { type Language, type Phrase, words } from '#foundation/core/words.ts';
import { auditActions } from '#features/audit-actions.ts';
import { certificationWords } from '#features/certifications/screen-words.ts';
import { disbursementWords } from '#features/disbursements/screen-words.ts';
import { ledgerScreenWords } from '#features/ledger/screen-words.ts';
import { orderScreenWords } from '#features/orders/screen-words.ts';

/** Of every list that can be exported. Paging and order are not part of what a file holds. */
const fieldWords = words({
  q: ['Search', '搜索', 'Búsqueda', 'ค้นหา'],
  orderNo: ['Order number', '订单号', 'Número de pedido', 'หมายเลขคำสั่งซื้อ'],
  batchNo: ['Batch', '批次', 'Lote', 'ชุดรายการ'],
  type: ['Type', '类型', 'Tipo', 'ประเภท'],
  action: ['Action', '操作', 'Acción', 'การกระทำ'],
  status: ['Status', '状态', 'Estado', 'สถานะ'],
  state: ['Status', '状态', 'Estado', 'สถานะ'],
  certification: ['Certification', '实名认证', 'Verificación', 'ยืนยันตัวตน'],
  attention: ['Needs attention', '需关注', 'Requiere atención', 'ต้องดูแล'],
  notifyStatus: ['Callback status', '回调状态', 'Estado de notificación', 'สถานะการแจ้งผล'],
  channel: ['Channel', '通道', 'Canal', 'ช่องทาง'],
  memberNo: ['Member', '会员', 'Miembro', 'สมาชิก'],
  amountFrom: ['Amount from', '金额不低于', 'Importe desde', 'จำนวนเงินตั้งแต่'],
  amountTo: ['Amount to', '金额不高于', 'Importe hasta', 'จำนวนเงินไม่เกิน'],
  range: ['Time', '时间', 'Fecha y hora', 'เวลา'],
  createdRange: ['Created', '创建时间', 'Creado', 'สร้างเมื่อ'],
  paidRange: ['Paid', '支付时间', 'Pagado', 'ชำระเมื่อ'],
  registeredRange: ['Registered', '注册时间', 'Registrado', 'ลงทะเบียนเมื่อ'],
  date: ['Day', '日期', 'Día', 'วัน'],
  month: ['Month', '月份', 'Mes', 'เดือน'],
  year: ['Year', '年份', 'Año', 'ปี'],
  upstreamId: ['Upstream', '支付渠道', 'Proveedor de pago', 'ผู้ให้บริการชำระเงิน'],
  kind: ['Type', '类型', 'Tipo', 'ประเภท'],
  from: ['From', '起始日期', 'Desde', 'ตั้งแต่'],
  to: ['To', '截止日期', 'Hasta', 'ถึง'],
  owner: ['Owner', '负责人', 'Responsable', 'ผู้รับผิดชอบ'],
  minDays: ['Days at least', '天数不少于', 'Días como mínimo', 'จำนวนวันขั้นต่ำ'],
  atRiskFrom: ['At risk from', '涉及金额不低于', 'En riesgo desde', 'จำนวนเงินที่เสี่ยงตั้งแต่'],
  user: ['User', '用户', 'Usuario', 'ผู้ใช้'],
  object: ['Subject', '对象', 'Objeto', 'รายการ'],
  result: ['Result', '结果', 'Resultado', 'ผลลัพธ์'],
  path: ['Call', '接口', 'Llamada', 'คำสั่ง'],
  ip: ['IP address', '来源 IP', 'Dirección IP', 'ที่อยู่ IP'],
  host: ['Receiver', '接收方', 'Receptor', 'ปลายทาง'],
  mode: ['How payers pay', '支付方式', 'Forma de pago', 'วิธีชำระ'],
  audience: ['For', '受众', 'Para', 'สำหรับ'],
  uplineNo: ['Upline’s number', '上级会员号', 'Número del superior', 'หมายเลขสายบน'],
  name: ['Setting', '设置', 'Ajuste', 'การตั้งค่า'],
  fileId: ['Bank file', '银行文件', 'Archivo del banco', 'ไฟล์ธนาคาร'],
  day: ['Day', '日期', 'Día', 'วัน'],
  show: ['Lines', '行', 'Líneas', 'บรรทัด'],
  group: ['Grouped by', '分组', 'Agrupado por', 'จัดกลุ่มตาม'],
});

/** What a field's values are called; the others are shown as they are. */
const valueWords: Readonly<Record<string, Readonly<Record<string, Phrase>>>> = {
  status: {
    unpaid: orderScreenWords.unpaid,
    success: orderScreenWords.success,
    expired: orderScreenWords.expired,
    reversed: orderScreenWords.reversed,
    applying: disbursementWords.status_applying,
    paid: disbursementWords.status_paid,
    frozen: disbursementWords.status_frozen,
    cancelled: disbursementWords.status_cancelled,
    failed: disbursementWords.status_failed,
  },
  notifyStatus: {
    none: orderScreenWords.notify_none,
    pending: orderScreenWords.notify_pending,
    delivered: orderScreenWords.notify_delivered,
    failed: orderScreenWords.notify_failed,
    retrying: orderScreenWords.notify_retrying,
  },
  type: {
    payin: ledgerScreenWords.payin,
    recharge: ledgerScreenWords.recharge,
    withdrawal: ledgerScreenWords.withdrawal,
    payout: ledgerScreenWords.payout,
    refund: ledgerScreenWords.refund,
    commission: ledgerScreenWords.commission,
    adjustment: ledgerScreenWords.adjustment,
    reversal: ledgerScreenWords.reversal,
    bank: disbursementWords.type_bank,
    alipay: disbursementWords.type_alipay,
  },
  certification: {
    none: certificationWords.status_none,
    pending: certificationWords.status_pending,
    approved: certificationWords.status_approved,
    rejected: certificationWords.status_rejected,
  },
  action: auditActions,
};

/** In the order in which they are named. */
const shownFields = [
  'range',
  'createdRange',
  'paidRange',
  'registeredRange',
  'date',
  'month',
  'year',
  'from',
  'to',
  'group',
  'q',
  'orderNo',
  'batchNo',
  'memberNo',
  'channel',
  'upstreamId',
  'kind',
  'type',
  'action',
  'status',
  'state',
  'notifyStatus',
  'certification',
  'attention',
  'owner',
  'minDays',
  'atRiskFrom',
  'amountFrom',
  'amountTo',
  'user',
  'object',
  'result',
  'path',
  'ip',
  'host',
  'mode',
  'audience',
  'uplineNo',
  'name',
  'fileId',
  'day',
  'show',
] as const satisfies readonly (keyof typeof fieldWords)[];

export function filterText(filter: Readonly<Record<string, unknown>>, { language, timeZone }: { language: Language; timeZone: string }): string {
  return shownFields
    .flatMap((name) => {
      const text = valueText(filter[name], { timeZone, wordOf: (value) => valueWord(name, value, language) });
      return text === '' ? [] : [`${formatPhrase(fieldWords[name], language)}: ${text}`];
    })
    .join(' · ');
}

function valueWord(name: string, value: string, language: Language): string {
  const known = valueWords[name] ?? {};
  const phrase = Object.hasOwn(known, value) ? known[value] : undefined;
  return phrase ? formatPhrase(phrase, language) : value;
}

interface ValueTerms {
  timeZone: string;
  wordOf(value: string): string;
}

function valueText(value: unknown, terms: ValueTerms): string {
  if (value === undefined || value === null || value === '' || value === 'all') return '';
  if (Array.isArray(value)) return value.map((one) => valueText(one, terms)).join(', ');
  if (typeof value !== 'object') return typeof value === 'string' ? terms.wordOf(value) : JSON.stringify(value);
  const { timeZone } = terms;
  const { from, to } = value as { from?: unknown; to?: unknown };
  if (from === undefined && to === undefined) return '';
  const [first, last] = [moment(from, timeZone), moment(to, timeZone, 1)];
  return first === last ? first : `${first} – ${last}`;
}

/** A midnight is its day, or the day before for the end of a range: the end itself is not part of it. */
function moment(time: unknown, timeZone: string, before: 0 | 1 = 0): string {
  const at = new Date(String(time));
  if (time === undefined || Number.isNaN(at.getTime())) return '';
  const wall = wallTime(at, timeZone);
  const text = new Date(wall).toISOString().slice(0, 16).replace('T', ' ');
  return text.endsWith(' 00:00') ? new Date(wall - before).toISOString().slice(0, 10) : text;
}
