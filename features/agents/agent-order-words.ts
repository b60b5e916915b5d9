/** Strings for the orders of an agent's members. */
import { words } from '#foundation/core/words.ts';

export const agentOrderWords = words({
  hint: ['Orders of all members below you, with your commission. Times are in {zone}.', '全部下级的订单及您的佣金。时间按 {zone}。', 'Pedidos de todos los miembros que dependen de usted, con su comisión. Horas en {zone}.', 'คำสั่งซื้อของสมาชิกทุกรายในสาย พร้อมค่าคอมมิชชันของคุณ เวลาเป็น {zone}'],
  level: ['Level', '层级', 'Nivel', 'ระดับ'],
  level_of: ['Level {level, number}', '第 {level, number} 级', 'Nivel {level, number}', 'ระดับ {level, number}'],
  empty_title: ['Your members have no orders yet', '下级会员暂无订单', 'Sus miembros todavía no tienen pedidos', 'สมาชิกของคุณยังไม่มีคำสั่งซื้อ'],
  empty_hint: ['An order appears here as soon as a member of yours creates it.', '下级会员创建订单后会立即显示在这里。', 'Un pedido aparece aquí en cuanto lo crea uno de sus miembros.', 'คำสั่งซื้อจะแสดงที่นี่ทันทีที่สมาชิกของคุณสร้าง'],
  missing_title: ['Order not found', '未找到订单', 'Pedido no encontrado', 'ไม่พบคำสั่งซื้อ'],
  missing_hint: ['The number may be incomplete, or the order doesn’t belong to one of your members.', '单号可能不完整，或该订单不属于您的下级。', 'Puede que el número esté incompleto o que el pedido no pertenezca a uno de sus miembros.', 'หมายเลขอาจไม่ครบ หรือไม่ใช่คำสั่งซื้อของสมาชิกของคุณ'],

  // How the commission came about
  way: ['Your commission', '您的佣金', 'Su comisión de agente', 'ค่าคอมมิชชันของคุณ'],
  rate_below: ['Rate of the level below you', '下一级费率', 'Tarifa del nivel inferior', 'อัตราของระดับถัดลงไป'],
  own_rate: ['Your own rate', '您的费率', 'Su propia tarifa', 'อัตราของคุณ'],
  fee_at: ['fee {fee}', '手续费 {fee}', 'comisión {fee}', 'ค่าธรรมเนียม {fee}'],
  rate_unknown: ['Not recorded for this order', '该订单未记录', 'No consta en este pedido', 'ไม่ได้บันทึกไว้กับคำสั่งซื้อนี้'],
  share: ['Your share', '您的佣金', 'Su parte', 'ส่วนของคุณ'],
  share_none: ['You earn no commission on this order.', '该订单不产生佣金。', 'Este pedido no le da comisión.', 'คำสั่งซื้อนี้ไม่มีค่าคอมมิชชัน'],
  share_expected: ['You earn it when the order is paid.', '订单支付后即可获得。', 'La ganará cuando se pague el pedido.', 'คุณจะได้รับเมื่อคำสั่งซื้อถูกชำระ'],
  share_reversed: ['It was reversed with the order.', '已随订单冲正扣回。', 'Se revirtió junto con el pedido.', 'ถูกหักกลับพร้อมคำสั่งซื้อ'],
});
