/** Strings for the channel screens. Other screens reuse the names of modes and states. */
import { words } from '#foundation/core/words.ts';
import { channelTitles } from './screen-titles.ts';

export const channelScreenWords = {
  ...channelTitles,
  ...words({
    counted_channels: ['{count, plural, one {# channel} other {# channels}}', '{count, number} 个通道', '{count, plural, one {# canal} other {# canales}}', 'ช่องทาง {count, number} รายการ'],
    hint: [
      'Payment channels you can use, with your rates. Hours and daily limits follow platform time ({zone}).',
      '您可调用的通道及专属费率。开放时段与每日限额按平台时间（{zone}）计算。',
      'Canales de cobro que puede usar, con sus tarifas. Los horarios y límites diarios siguen la hora de la plataforma ({zone}).',
      'ช่องทางที่คุณเรียกใช้ได้ตามอัตราของคุณ เวลาเปิดและวงเงินรายวันอิงตามเวลาแพลตฟอร์ม ({zone})',
    ],
    name: ['Name', '通道名称', 'Nombre', 'ชื่อช่องทาง'],
    code: ['Call code', '调用代码', 'Código de llamada', 'รหัสเรียกใช้'],
    mode: ['Mode', '模式', 'Modo', 'รูปแบบ'],
    rate: ['Rate', '费率', 'Tarifa', 'อัตราค่าธรรมเนียม'],
    used_of_limit: ['Used today / total limit', '今日已用 / 总限额', 'Usado hoy / límite total', 'ใช้วันนี้ / วงเงินรวม'],
    used_today: ['Used today', '今日已用', 'Usado hoy', 'ใช้ไปวันนี้'],
    range: ['Per order', '单笔限额', 'Por pedido', 'ต่อรายการ'],
    open_hours: ['Open hours', '开放时段', 'Horario', 'เวลาเปิด'],
    success_rate: ['Success rate, 24 h', '24 小时成功率', 'Tasa de éxito, 24 h', 'อัตราสำเร็จ 24 ชั่วโมง'],
    state: ['Status', '状态', 'Estado', 'สถานะ'],

    qr: ['QR code', '扫码', 'Código QR', 'คิวอาร์โค้ด'],
    h5: ['Mobile page', 'H5 页面', 'Página móvil', 'หน้าเว็บมือถือ'],
    bank: ['Bank transfer', '银行转账', 'Transferencia bancaria', 'โอนผ่านธนาคาร'],
    wallet: ['E-wallet', '电子钱包', 'Billetera electrónica', 'กระเป๋าเงินอิเล็กทรอนิกส์ (e-Wallet)'],
    cash: ['Cash', '现金', 'Efectivo', 'เงินสด'],

    open: ['Open', '开放', 'Abierto', 'เปิด'],
    resting: ['Outside open hours', '非开放时段', 'Fuera de horario', 'นอกเวลาทำการ'],
    closed: ['Closed', '已关闭', 'Cerrado', 'ปิด'],

    fixed_fee: ['{percent} + {fixed}', '{percent} + {fixed}', '{percent} + {fixed}', '{percent} + {fixed}'],
    fee_from: ['at least {min}', '最低 {min}', 'mínimo {min}', 'ขั้นต่ำ {min}'],
    fee_to: ['at most {max}', '最高 {max}', 'máximo {max}', 'สูงสุด {max}'],
    fee_between: ['{min} to {max}', '{min} 至 {max}', 'de {min} a {max}', '{min} ถึง {max}'],
    unlimited: ['Unlimited', '不限', 'Sin límite', 'ไม่จำกัด'],
    always: ['Always', '全天', 'Siempre', 'ตลอดเวลา'],
    part_used: ['{percent} of {limit} used', '{limit} 已用 {percent}', '{percent} de {limit} usado', 'ใช้ไป {percent} จาก {limit}'],
    no_orders: ['No orders', '无订单', 'Sin pedidos', 'ไม่มีรายการ'],

    empty_title: ['No channels are open to you yet', '您尚未开通任何通道', 'Todavía no tiene ningún canal', 'คุณยังไม่มีช่องทางที่ใช้ได้'],
    empty_hint: ['Channels appear here once customer support opens one for you.', '客服为您开通通道后，将显示在这里。', 'Los canales aparecerán aquí cuando atención al cliente le abra uno.', 'ช่องทางจะปรากฏที่นี่เมื่อฝ่ายบริการลูกค้าเปิดให้คุณ'],
  }),
};
