/** Headings of the files about upstreams that their screens don't have. */
import { words } from '#foundation/core/words.ts';

export const reconciliationExportWords = words({
  line: ['Line of the statement', '对账单行号', 'Línea del extracto', 'บรรทัดในใบแจ้งยอด'],
  their_no: ['Upstream’s number', '渠道单号', 'Número del proveedor', 'หมายเลขของผู้ให้บริการ'],
  their_reference: ['Our number in their statement', '对账单中的我方单号', 'Nuestro número en su extracto', 'หมายเลขของเราในใบแจ้งยอด'],
  their_kind: ['Their type', '对方类型', 'Su tipo', 'ประเภทของผู้ให้บริการ'],
  their_status: ['Their status', '对方状态', 'Su estado', 'สถานะของผู้ให้บริการ'],
  their_time: ['Their time', '对方时间', 'Su hora', 'เวลาของผู้ให้บริการ'],
  their_amount: ['Their amount', '对方金额', 'Su importe', 'จำนวนเงินของผู้ให้บริการ'],
  their_fee: ['Their fee', '对方手续费', 'Su comisión', 'ค่าธรรมเนียมของผู้ให้บริการ'],
  member_no: ['Member number', '会员号', 'Número de miembro', 'หมายเลขสมาชิก'],
  our_no: ['Our number', '我方单号', 'Nuestro número', 'หมายเลขของเรา'],
  our_kind: ['Our type', '我方类型', 'Nuestro tipo', 'ประเภทของเรา'],
  our_time: ['Our time', '我方时间', 'Nuestra hora', 'เวลาของเรา'],
  our_amount: ['Our amount', '我方金额', 'Nuestro importe', 'จำนวนเงินของเรา'],
  our_fee: ['Agreed fee', '约定手续费', 'Comisión acordada', 'ค่าธรรมเนียมที่ตกลง'],
  difference: ['Difference', '差异编号', 'Diferencia', 'เลขที่ผลต่าง'],

  owed_day: ['By our books until', '我方账簿截至', 'Según nuestros libros hasta', 'ตามบัญชีของเราถึงวันที่'],
  age: ['Days', '天数', 'Días', 'จำนวนวัน'],
  their_day: ['Day of their statement', '对方对账单日期', 'Día de su extracto', 'วันที่ของใบแจ้งยอด'],
  their_fees: ['Fees that they kept', '对方扣除的手续费', 'Comisiones que retuvieron', 'ค่าธรรมเนียมที่ผู้ให้บริการหักไว้'],
  unexplained: ['Not explained', '未解释差额', 'Sin explicar', 'ยังอธิบายไม่ได้'],
  unbooked: ['Settlements not booked yet', '尚未记账的结算', 'Liquidaciones sin contabilizar', 'การโอนชำระที่ยังไม่บันทึก'],
});
