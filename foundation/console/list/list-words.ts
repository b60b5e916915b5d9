/** Texts of lists: tables, pages and filters, with those of the kit. Only screens with a list load them. */
import { kitWords } from '#foundation/console/page/kit-words.ts';
import { words } from '#foundation/core/words.ts';

export const listWords = {
  ...kitWords,
  ...words({
    // Tables
    open_row: ['Open {row}', '查看 {row}', 'Abrir {row}', 'เปิด {row}'],
    empty_title: ['Nothing here yet', '暂无数据', 'Todavía no hay nada', 'ยังไม่มีข้อมูล'],
    rows_found: ['{count, plural, one {# row} other {# rows}}', '共 {count, number} 条', '{count, plural, one {# fila} other {# filas}}', '{count, number} รายการ'],
    rows_at_least: ['{count, number}+ rows', '{count, number}+ 条', '{count, number} filas o más', '{count, number} รายการขึ้นไป'],
    rows_printed: ['Rows {from, number}–{to, number} of {count, number}', '第 {from, number}–{to, number} 条，共 {count, number} 条', 'Filas {from, number}–{to, number} de {count, number}', 'รายการที่ {from, number}–{to, number} จาก {count, number}'],
    rows_printed_at_least: ['Rows {from, number}–{to, number} of {count, number}+', '第 {from, number}–{to, number} 条，共 {count, number}+ 条', 'Filas {from, number}–{to, number} de {count, number} o más', 'รายการที่ {from, number}–{to, number} จาก {count, number} รายการขึ้นไป'],
    printed_at: ['Printed {time}', '打印时间 {time}', 'Impreso el {time}', 'พิมพ์เมื่อ {time}'],
    columns: ['Columns', '列', 'Columnas', 'คอลัมน์'],
    columns_shown: ['{shown, number} of {all, number}', '{shown, number}/{all, number}', '{shown, number} de {all, number}', '{shown, number} จาก {all, number}'],
    columns_no_room: ['Unticked columns don’t fit right now. Tick one to show it first.', '未勾选的列当前显示不下，勾选后优先显示。', 'Las columnas sin marcar no caben aquí. Marque una para verla primero.', 'คอลัมน์ที่ไม่ได้เลือกแสดงไม่พอในขณะนี้ เลือกเพื่อให้แสดงก่อน'],
    tools: ['Tools', '工具', 'Herramientas', 'เครื่องมือ'],
    columns_reset: ['Reset columns', '恢复默认列', 'Restablecer columnas', 'คืนค่าคอลัมน์เริ่มต้น'],
    refresh: ['Refresh', '刷新', 'Actualizar', 'รีเฟรช'],
    sort_by: ['Sort by', '排序方式', 'Ordenar por', 'เรียงตาม'],
    empty_filtered: ['No results match these filters', '没有符合条件的记录', 'Ningún resultado coincide con estos filtros', 'ไม่พบรายการที่ตรงกับตัวกรอง'],
    empty_filtered_hint: ['Widen the range or reset the filters.', '请扩大范围或重置筛选条件。', 'Amplíe el intervalo o restablezca los filtros.', 'ลองขยายช่วงหรือล้างตัวกรอง'],
    filter_refused: ['The search wasn’t run', '未执行查询', 'No se ha realizado la búsqueda', 'ยังไม่ได้ค้นหา'],
    filter_refused_hint: ['Fix the filter marked above, or reset the filters.', '请更正上方标出的筛选条件，或重置筛选条件。', 'Corrija el filtro marcado arriba o restablezca los filtros.', 'แก้ไขตัวกรองที่ระบุด้านบน หรือล้างตัวกรอง'],
    past_the_end: ['Page {page, number} doesn’t exist', '没有第 {page, number} 页', 'La página {page, number} no existe', 'ไม่มีหน้า {page, number}'],
    to_first_page: ['Go to the first page', '返回第一页', 'Ir a la primera página', 'ไปหน้าแรก'],

    // Pages
    page_number: ['Page', '页码', 'Página', 'หน้า'],
    of_pages: ['of {pages, number}', '/ {pages, number} 页', 'de {pages, number}', 'จาก {pages, number}'],
    first_page: ['First page', '第一页', 'Primera página', 'หน้าแรก'],
    previous_page: ['Previous page', '上一页', 'Página anterior', 'หน้าก่อน'],
    next_page: ['Next page', '下一页', 'Página siguiente', 'หน้าถัดไป'],
    last_page: ['Last page', '最后一页', 'Última página', 'หน้าสุดท้าย'],
    rows_per_page: ['Rows per page', '每页行数', 'Filas por página', 'แถวต่อหน้า'],
    per_page: ['{count, number} / page', '{count, number} 条/页', '{count, number} por página', '{count, number} / หน้า'],

    // Filters
    all: ['All', '全部', 'Todos', 'ทั้งหมด'],
    clear: ['Clear', '清除', 'Borrar', 'ลบ'],
    apply: ['Apply', '应用', 'Aplicar', 'ใช้'],
    from: ['From', '从', 'Desde', 'ตั้งแต่'],
    to: ['To', '至', 'Hasta', 'ถึง'],
    filters: ['Filters', '筛选', 'Filtros', 'ตัวกรอง'],
    reset: ['Reset', '重置', 'Restablecer', 'ล้าง'],
    days_in_zone: ['Time zone: {zone}', '时区：{zone}', 'Zona horaria: {zone}', 'เขตเวลา {zone}'],
    any_amount: ['Any amount', '不限金额', 'Cualquier importe', 'ทุกจำนวนเงิน'],
    at_least: ['from {amount}', '≥ {amount}', 'desde {amount}', 'ตั้งแต่ {amount}'],
    at_most: ['up to {amount}', '≤ {amount}', 'hasta {amount}', 'ไม่เกิน {amount}'],
  }),
};
