/** Strings that several of the agents' screens share. */
import { words } from '#foundation/core/words.ts';
import { agentTitles } from './screen-titles.ts';

export const agentWords = {
  ...agentTitles,
  ...words({
    member: ['Member', '会员', 'Miembro', 'สมาชิก'],
    merchant: ['Merchant', '商户', 'Comercio', 'ร้านค้า'],
    commission: ['Commission', '佣金', 'Comisión de agente', 'ค่าคอมมิชชัน'],
    amount: ['Amount', '金额', 'Importe', 'จำนวนเงิน'],
    orders: ['Orders', '订单', 'Pedidos', 'คำสั่งซื้อ'],
    channel: ['Channel', '通道', 'Canal', 'ช่องทาง'],
    success_rate: ['Success rate', '成功率', 'Tasa de éxito', 'อัตราสำเร็จ'],
    total: ['Total', '合计', 'Total', 'รวม'],
    day: ['Day', '日期', 'Día', 'วัน'],
    paid_amount: ['Paid amount', '成功金额', 'Importe cobrado', 'ยอดที่ชำระแล้ว'],
    paid_orders: ['Paid orders', '成功笔数', 'Pedidos pagados', 'จำนวนที่ชำระ'],
    your_rate: ['Your rate', '您的费率', 'Su tarifa', 'อัตราของคุณ'],
    member_rate: ['Member’s rate', '会员费率', 'Tarifa del miembro', 'อัตราของสมาชิก'],
    success_fell: ['Success rate fell', '成功率下降', 'Tasa de éxito a la baja', 'อัตราสำเร็จลดลง'],
    below_own: ['Below your rate', '低于您的费率', 'Bajo su tarifa', 'ต่ำกว่าอัตราของคุณ'],
    state_expected: ['Expected', '预计', 'Prevista', 'คาดว่าจะได้'],
    state_held: ['On hold', '冻结中', 'Retenida', 'พักไว้'],
    state_available: ['Available', '可用', 'Disponible', 'ใช้ได้'],
    state_reversed: ['Reversed', '已冲正', 'Revertida', 'กลับรายการแล้ว'],
    releases_on: ['Available on', '解冻时间', 'Disponible el', 'ใช้ได้เมื่อ'],

    // Choosing a member
    find_member: ['Number, name or username', '会员编号、名称或用户名', 'Número, nombre o usuario', 'หมายเลข ชื่อ หรือชื่อผู้ใช้'],
    members_found: ['Members found', '查找结果', 'Miembros encontrados', 'สมาชิกที่พบ'],
    member_none: ['No members found', '未找到会员', 'No se ha encontrado ningún miembro', 'ไม่พบสมาชิก'],
    members_failed: ['The members couldn’t be loaded', '会员加载失败', 'No se pudieron cargar los miembros', 'โหลดสมาชิกไม่สำเร็จ'],

    // A page that is not for this account, and an unknown member
    agents_only_title: ['This page is for agents', '此页面仅供代理使用', 'Esta página es para agentes', 'หน้านี้สำหรับตัวแทน'],
    agents_only_hint: [
      'This isn’t an agent account, so there are no members below it and nothing to show. To become an agent, contact customer support.',
      '您的账户不是代理账户，没有下级会员，因此此处没有内容。如需成为代理，请联系客服。',
      'Su cuenta no es de agente: no tiene miembros a su cargo y aquí no hay nada que mostrar. Si quiere ser agente, contacte con atención al cliente.',
      'บัญชีของคุณไม่ใช่บัญชีตัวแทน จึงไม่มีสมาชิกในสายและไม่มีข้อมูลที่นี่ หากต้องการเป็นตัวแทน โปรดติดต่อฝ่ายบริการลูกค้า',
    ],
    to_start: ['Go to Home', '返回首页', 'Ir al inicio', 'ไปหน้าแรก'],
    not_below_title: ['Member not found', '未找到该会员', 'No se ha encontrado el miembro', 'ไม่พบสมาชิกนี้'],
    not_below_hint: ['The number may be mistyped, or the member isn’t yours.', '会员编号可能有误，或该会员不是您的下级。', 'Puede que el número esté mal escrito o que el miembro no dependa de usted.', 'หมายเลขอาจพิมพ์ผิด หรือสมาชิกนี้ไม่ได้อยู่ในสายของคุณ'],
    show_own: ['Show your members', '查看我的下级', 'Ver sus miembros', 'ดูสมาชิกของคุณ'],

    // Charts
    view: ['View', '显示方式', 'Vista', 'มุมมอง'],
    as_chart: ['Chart', '图表', 'Gráfico', 'กราฟ'],
    as_table: ['Table', '表格', 'Tabla', 'ตาราง'],
    chart_says: [
      '{from} to {to}: {commission} commission on {amount}. Highest day {best}: {most}.',
      '{from} 至 {to}：成功金额 {amount}，佣金 {commission}。最高为 {best}：{most}。',
      'Del {from} al {to}: {commission} de comisión sobre {amount}. Máximo cobrado el {best}: {most}.',
      '{from} ถึง {to}: ค่าคอมมิชชัน {commission} จากยอด {amount} ยอดสูงสุดเมื่อ {best}: {most}',
    ],
    chart_empty: ['Nothing was paid in this period.', '该时段没有成功收款。', 'No se cobró nada en este periodo.', 'ไม่มีการชำระในช่วงนี้'],
    chart_failed: ['The chart couldn’t be loaded', '图表加载失败', 'No se pudo cargar el gráfico', 'โหลดกราฟไม่สำเร็จ'],
  }),
};
