/** A list's filter in words: its fields by name, in a fixed order, with moments in the platform's time zone. */
import { formatPhrase } from '#foundation/core/phrase.ts';
import { wallTime } from '#foundation/core/time-zone.ts';
import { type Language, words } from '#foundation/core/words.ts';

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
  group: ['Grouped by', '分组', 'Agrupado por', 'จัดกลุ่มตาม'],
});

/** In the order in which they are named. */
const shownFields = [
  'range',
  'createdRange',
  'paidRange',
  'registeredRange',
  'date',
  'month',
  'year',
  'group',
  'q',
  'orderNo',
  'batchNo',
  'memberNo',
  'channel',
  'type',
  'action',
  'status',
  'state',
  'notifyStatus',
  'certification',
  'attention',
  'amountFrom',
  'amountTo',
] as const satisfies readonly (keyof typeof fieldWords)[];

export function filterText(filter: Readonly<Record<string, unknown>>, { language, timeZone }: { language: Language; timeZone: string }): string {
  return shownFields
    .flatMap((name) => {
      const text = valueText(filter[name], timeZone);
      return text === '' ? [] : [`${formatPhrase(fieldWords[name], language)}: ${text}`];
    })
    .join(' · ');
}

function valueText(value: unknown, timeZone: string): string {
  if (value === undefined || value === null || value === '' || value === 'all') return '';
  if (Array.isArray(value)) return value.map((one) => valueText(one, timeZone)).join(', ');
  if (typeof value !== 'object') return typeof value === 'string' ? value : JSON.stringify(value);
  const { from, to } = value as { from?: unknown; to?: unknown };
  return from === undefined && to === undefined ? '' : `${moment(from, timeZone)} – ${moment(to, timeZone)}`;
}

function moment(time: unknown, timeZone: string): string {
  const at = new Date(String(time));
  if (time === undefined || Number.isNaN(at.getTime())) return '';
  const text = new Date(wallTime(at, timeZone)).toISOString().slice(0, 16).replace('T', ' ');
  return text.endsWith(' 00:00') ? text.slice(0, 10) : text;
}
