/** Strings for the channel screens. Other screens reuse the names of modes and states. */
import { words } from '#foundation/core/words.ts';
import { channelTitles } from './screen-titles.ts';

export const channelScreenWords = {
  ...channelTitles,
  ...words({
    counted_channels: ['{count, plural, one {# channel} other {# channels}}', '{count, number} 个通道', '{count, plural, one {# canal} other {# canales}}', 'ช่องทาง {count, number} รายการ'],
    hint: [
      'What you may call, at your own rates. Hours and daily limits follow the platform’s clock ({zone}).',
      '您可调用的通道及专属费率。开放时段与每日限额按平台时间（{zone}）计算。',
      'Lo que puede usar, con sus propias tarifas. Los horarios y límites diarios siguen el reloj de la plataforma ({zone}).',
      'ช่องทางที่คุณเรียกใช้ได้ตามอัตราของคุณ เวลาเปิดและวงเงินรายวันอิงตามเวลาแพลตฟอร์ม ({zone})',
    ],
    name: ['Name', '通道名称', 'Nombre', 'ชื่อช่องทาง'],
    code: ['Call code', '调用代码', 'Código', 'รหัสเรียกใช้'],
    mode: ['Mode', '模式', 'Modo', 'รูปแบบ'],
    rate: ['Rate', '费率', 'Tarifa', 'อัตราค่าธรรมเนียม'],
    used_of_limit: ['Used today / total limit', '今日已用 / 总限额', 'Usado hoy / límite total', 'ใช้วันนี้ / วงเงินรวม'],
    used_today: ['Used today', '今日已用', 'Usado hoy', 'ใช้ไปวันนี้'],
    range: ['Per order', '单笔限额', 'Por pedido', 'ต่อรายการ'],
    open_hours: ['Open hours', '开放时段', 'Horario', 'เวลาเปิด'],
    success_rate: ['Success, 24 h', '24小时成功率', 'Éxito en 24 h', 'สำเร็จใน 24 ชม.'],
    state: ['State', '状态', 'Estado', 'สถานะ'],

    qr: ['QR code', '扫码', 'Código QR', 'คิวอาร์โค้ด'],
    h5: ['Mobile page', 'H5', 'Página móvil', 'หน้าเว็บมือถือ'],
    bank: ['Bank transfer', '银行转账', 'Transferencia', 'โอนผ่านธนาคาร'],
    wallet: ['Wallet', '电子钱包', 'Monedero', 'วอลเล็ต'],
    cash: ['Cash', '现金', 'Efectivo', 'เงินสด'],

    open: ['Open', '开放', 'Abierto', 'เปิด'],
    resting: ['Outside its hours', '非开放时段', 'Fuera de horario', 'นอกเวลาทำการ'],
    closed: ['Closed', '已关闭', 'Cerrado', 'ปิด'],

    fixed_fee: ['{percent} + {fixed}', '{percent} + {fixed}', '{percent} + {fixed}', '{percent} + {fixed}'],
    fee_from: ['at least {min}', '最低 {min}', 'mínimo {min}', 'ขั้นต่ำ {min}'],
    fee_to: ['at most {max}', '最高 {max}', 'máximo {max}', 'สูงสุด {max}'],
    fee_between: ['{min} to {max}', '{min} 至 {max}', 'de {min} a {max}', '{min} ถึง {max}'],
    unlimited: ['Unlimited', '不限', 'Sin límite', 'ไม่จำกัด'],
    always: ['Always', '全天', 'Siempre', 'ตลอดเวลา'],
    part_used: ['{percent} of {limit} used', '{limit} 已用 {percent}', '{percent} de {limit} usado', 'ใช้ไป {percent} จาก {limit}'],
    no_orders: ['No orders', '无订单', 'Sin pedidos', 'ไม่มีรายการ'],

    empty_title: ['No channel is open to you yet', '您尚未开通任何通道', 'Todavía no tiene ningún canal', 'คุณยังไม่มีช่องทางที่ใช้ได้'],
    empty_hint: ['Channels appear here once your business contact has opened one for you.', '业务人员为您开通通道后，将显示在这里。', 'Los canales aparecen aquí cuando su gestor comercial le abre uno.', 'ช่องทางจะปรากฏที่นี่เมื่อเจ้าหน้าที่เปิดให้คุณ'],
  }),
};
