/** Refusals and field errors of the calls about matching. */
import { approvalTexts } from '#features/approvals/words.ts';
import { disbursementTexts } from '#features/disbursements/words.ts';
import { factorTexts } from '#features/factors/words.ts';
import { words } from '#foundation/core/words.ts';
import { reconciliationTexts } from './words.ts';

export const matchingTexts = {
  ...factorTexts,
  reason_needed: approvalTexts.reason_needed,
  request_id_form: disbursementTexts.request_id_form,
  day_future: reconciliationTexts.day_future,
  ...words({
    upstream_needed: ['Choose an upstream', '请选择支付渠道', 'Elija un proveedor de pago', 'เลือกผู้ให้บริการชำระเงิน'],
    days_range: ['At most 93 days, and the first day can’t be after the last', '最多 93 天，且起始日期不得晚于结束日期', 'Como máximo 93 días, y el primero no después del último', 'ไม่เกิน 93 วัน และวันแรกต้องไม่หลังวันสุดท้าย'],
    differences_needed: ['Choose up to 500 differences, or use a filter', '请选择最多 500 条差异，或使用筛选条件', 'Elija hasta 500 diferencias, o un filtro', 'เลือกได้ไม่เกิน 500 รายการผลต่าง หรือใช้ตัวกรอง'],
    owner_unknown: ['Operator not found', '未找到该运营人员', 'No se ha encontrado el operador', 'ไม่มีผู้ดูแลระบบรายนี้'],
    outcome_needed: ['Choose what was done', '请说明处理结果', 'Indique qué se hizo', 'ระบุสิ่งที่ได้ทำไป'],
    plan_outdated: ['The filter’s results have changed; check them again', '筛选结果已发生变化，请重新核对', 'Los resultados del filtro han cambiado; revíselos de nuevo', 'ผลของตัวกรองเปลี่ยนไปแล้ว โปรดตรวจสอบอีกครั้ง'],
    differences_many: ['More than 20,000 differences: narrow the filter', '一次最多 20,000 条：请缩小筛选范围', 'Más de 20.000 diferencias: acote el filtro', 'มากกว่า 20,000 รายการในครั้งเดียว โปรดจำกัดตัวกรอง'],
    difference_decided: ['Already decided; reopen it first', '该差异已处理，请先重新打开', 'Ya está decidida; ábrala de nuevo primero', 'ตัดสินไปแล้ว โปรดเปิดใหม่ก่อน'],
    difference_undecided: ['Not decided yet, so there’s nothing to reopen', '该差异尚未处理，无需重新打开', 'No está decidida: no hay nada que reabrir', 'ยังไม่ได้ตัดสิน จึงไม่มีอะไรให้เปิดใหม่'],
    outcome_not_for_kind: ['This outcome doesn’t fit this type of difference', '该处理结果不适用于此类差异', 'Ese resultado no corresponde a este tipo de diferencia', 'ผลลัพธ์นี้ใช้กับผลต่างประเภทนี้ไม่ได้'],
    act_not_done: ['This isn’t in the books: do it first, then resolve', '账簿中没有相应记录：请先执行操作，再标记为已处理', 'No está en los libros: hágalo primero y luego resuélvala', 'ยังไม่มีในบัญชี โปรดดำเนินการก่อน แล้วจึงปิดผลต่าง'],
    act_used: ['This journal already resolves another difference: each resolves only one', '该记账已用于另一条差异，每笔记账只能对应一条差异', 'Ese asiento ya resuelve otra diferencia: cada uno resuelve solo una', 'รายการบัญชีนี้ใช้ตอบผลต่างอื่นแล้ว แต่ละรายการใช้ได้กับผลต่างเดียว'],
    comparison_running: ['A statement of this upstream is being compared; try again in a minute', '该渠道的对账单正在比对，请一分钟后重试', 'Se está comparando un extracto de este proveedor: inténtelo de nuevo en un minuto', 'กำลังเทียบใบแจ้งยอดของผู้ให้บริการรายนี้ โปรดลองใหม่ในอีกหนึ่งนาที'],
    pair_impossible: ['Choose a line and a booking of the same upstream, both unpaired', '请选择同一支付渠道中尚未配对的账单行和记账', 'Elija una línea y un asiento sin pareja del mismo proveedor', 'เลือกบรรทัดและรายการบัญชีที่ยังไม่มีคู่ของผู้ให้บริการเดียวกัน'],
    sheet_unreadable: ['This sheet can’t be read: use the exported one and keep its first row', '无法读取表格：请使用导出的表格，并保留首行', 'No se puede leer la hoja: use la exportada y conserve su primera fila', 'อ่านตารางไม่ได้ โปรดใช้ไฟล์ที่ส่งออกและคงแถวแรกไว้'],
    difference_changed: ['Changed after the sheet was exported', '该差异在表格导出后已发生变化', 'Cambió después de exportar la hoja', 'เปลี่ยนแปลงหลังจากสร้างตาราง'],
    sheet_row_wrong: ['The action, outcome or reason can’t be read', '无法识别操作、处理结果或原因', 'No se puede leer la acción, el resultado o el motivo', 'อ่านการดำเนินการ ผลลัพธ์ หรือเหตุผลไม่ได้'],
    bank_reference_needed: ['Enter the bank’s reference, up to 64 characters', '请填写银行流水号，最多 64 个字符', 'Introduzca la referencia bancaria, con 64 caracteres como máximo', 'กรอกเลขอ้างอิงธนาคาร ไม่เกิน 64 ตัวอักษร'],
    settlement_conflict: ['This request was already sent with different details', '相同的请求已以不同内容提交过', 'Esta petición ya se envió con otros datos', 'คำขอนี้เคยส่งแล้วด้วยข้อมูลอื่น'],
    line_settled: ['This line is already booked', '该账单行已记账', 'Esta línea ya está contabilizada', 'บรรทัดนี้บันทึกบัญชีแล้ว'],
    reference_settled: ['A payment of this amount with this bank reference is already booked on this day', '该日期、金额和银行流水号的款项已记账', 'Ya está contabilizado ese día un pago de este importe con esta referencia bancaria', 'การชำระเงินจำนวนนี้ด้วยเลขอ้างอิงธนาคารนี้บันทึกบัญชีในวันนี้แล้ว'],
    line_differs: ['The line has a different amount, direction or upstream', '该账单行的金额、方向或渠道不同', 'La línea tiene otro importe, sentido o proveedor', 'บรรทัดนี้มีจำนวนเงิน ทิศทาง หรือผู้ให้บริการอื่น'],
  }),
};
