/** Strings for the tabs over a list. */
import { words } from '#foundation/core/words.ts';

export const viewWords = words({
  views: ['Views', '视图', 'Vistas', 'มุมมอง'],
  all: ['All', '全部', 'Todos', 'ทั้งหมด'],
  paid: ['Paid', '已支付', 'Pagados', 'ชำระแล้ว'],
  unpaid: ['Unpaid', '未支付', 'Sin pagar', 'ยังไม่ชำระ'],
  on_their_way: ['On their way', '处理中', 'En proceso', 'กำลังดำเนินการ'],
  attention: ['Needs attention', '需要处理', 'Requieren atención', 'ต้องดูแล'],
  save: ['Save view', '保存视图', 'Guardar vista', 'บันทึกมุมมอง'],
  remove: ['Delete view {name}', '删除视图“{name}”', 'Eliminar la vista {name}', 'ลบมุมมอง {name}'],
  removed: ['View {name} deleted', '已删除视图“{name}”', 'Vista {name} eliminada', 'ลบมุมมอง {name} แล้ว'],
});
