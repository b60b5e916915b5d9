/** Refusals and field errors of the operators' calls about routes. */
import { approvalTexts } from '#features/approvals/words.ts';
import { factorTexts } from '#features/factors/words.ts';
import { words } from '#foundation/core/words.ts';
import { operatorMemberTexts } from './words.ts';

export const operatorRoutingTexts = {
  ...factorTexts,
  ...approvalTexts,
  percent_range: operatorMemberTexts.percent_range,
  ...words({
    upstream_twice: [
      'An upstream is there twice',
      '同一支付渠道重复',
      'Un proveedor aparece dos veces',
      'มีผู้ให้บริการซ้ำกัน',
    ],
    upstream_missing: ['There is no such upstream', '没有该支付渠道', 'No existe ese proveedor', 'ไม่มีผู้ให้บริการนี้'],
    member_twice: ['A member is there twice', '同一会员重复', 'Un miembro aparece dos veces', 'มีสมาชิกซ้ำกัน'],
    member_missing: [
      'There is no member {member}',
      '没有会员 {member}',
      'No existe el miembro {member}',
      'ไม่มีสมาชิก {member}',
    ],
    member_off_route: [
      '{member}’s upstream isn’t among the routes',
      '{member} 的支付渠道不在路由中',
      'El proveedor de {member} no está entre las rutas',
      'ผู้ให้บริการของ {member} ไม่อยู่ในเส้นทาง',
    ],
    amount_above_zero: [
      'Enter an amount above zero',
      '请输入大于零的金额',
      'Introduzca un importe mayor que cero',
      'กรอกจำนวนเงินที่มากกว่าศูนย์',
    ],
    draft_missing: ['There is no draft', '没有草稿', 'No hay borrador', 'ไม่มีฉบับร่าง'],
    draft_changed: [
      'The draft has just changed; look at it again',
      '草稿刚刚发生变化，请重新核对',
      'El borrador acaba de cambiar; revíselo de nuevo',
      'ฉบับร่างเพิ่งเปลี่ยน โปรดตรวจสอบอีกครั้ง',
    ],
    routing_changed: [
      'The routes have changed since the draft was begun; discard it and begin again',
      '草稿创建后路由已变化，请丢弃草稿后重新开始',
      'Las rutas han cambiado desde que empezó el borrador; descártelo y empiece de nuevo',
      'เส้นทางเปลี่ยนไปหลังเริ่มฉบับร่าง โปรดทิ้งแล้วเริ่มใหม่',
    ],
    version_unfit: [
      'A channel or an upstream of that version is gone',
      '该版本中的通道或支付渠道已不存在',
      'Un canal o un proveedor de esa versión ya no existe',
      'ช่องทางหรือผู้ให้บริการในเวอร์ชันนั้นไม่มีแล้ว',
    ],
  }),
};
