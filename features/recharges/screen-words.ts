/** Strings for the recharge screen. */
import { words } from '#foundation/core/words.ts';

export const rechargeWords = words({
  hint: ['Add money to your wallet through a payment channel. Times are in {zone}.', '通过支付通道为自己的钱包充值。时间按 {zone}。', 'Recargue su billetera por un canal de pago. Horas en {zone}.', 'เติมเงินเข้ากระเป๋าเงินของคุณผ่านช่องทางชำระเงิน เวลาตาม {zone}'],

  // The wallet panel
  wallet: ['Wallet', '钱包', 'Billetera', 'กระเป๋าเงิน'],
  balance: ['Balance', '账户余额', 'Saldo', 'ยอดคงเหลือ'],
  available: ['Available', '可用余额', 'Disponible', 'ใช้ได้'],
  frozen: ['Frozen', '冻结金额', 'Congelado', 'ถูกพักไว้'],
  released: ['Settlement', '结算', 'Liquidación', 'รอบโอนเงิน'],
  wallet_failed: ['Your balance couldn’t be loaded', '余额加载失败', 'No se pudo cargar su saldo', 'โหลดยอดคงเหลือไม่สำเร็จ'],

  // The form
  form: ['Recharge', '发起充值', 'Recargar', 'ทำรายการเติมเงิน'],
  channel: ['Channel', '通道', 'Canal', 'ช่องทาง'],
  range: ['{from} to {to}', '{from} 至 {to}', 'De {from} a {to}', '{from} ถึง {to}'],
  left_today: ['{left} left today', '今日剩余 {left}', 'Quedan {left} hoy', 'วันนี้เหลือ {left}'],
  amount: ['Amount', '充值金额', 'Importe', 'จำนวนเงิน'],
  quick: ['Quick amounts', '快捷金额', 'Importes rápidos', 'จำนวนเงินที่ใช้บ่อย'],
  pays: ['You pay', '支付金额', 'Usted paga', 'คุณชำระ'],
  fee: ['Fee', '手续费', 'Comisión', 'ค่าธรรมเนียม'],
  gets: ['You receive', '到账金额', 'Usted recibe', 'คุณได้รับ'],
  act: ['Recharge', '充值', 'Recargar', 'เติมเงิน'],
  act_amount: ['Recharge {amount}', '充值 {amount}', 'Recargar {amount}', 'เติมเงิน {amount}'],
  act_hint: ['The payment page opens next; you return here after paying.', '将打开支付页面，支付后会返回此页。', 'Se abrirá la página de pago; después volverá aquí.', 'ระบบจะเปิดหน้าชำระเงิน แล้วพากลับมาที่นี่'],
  channels_failed: ['The channels couldn’t be loaded', '通道加载失败', 'No se pudieron cargar los canales', 'โหลดช่องทางไม่สำเร็จ'],
  no_channel: ['No channel accepts recharges right now', '当前没有可充值的通道', 'Ningún canal admite recargas ahora', 'ขณะนี้ไม่มีช่องทางที่รับการเติมเงิน'],
  no_channel_hint: ['Contact customer support to open one.', '请联系客服为您开通。', 'Contacte con atención al cliente para que le abran uno.', 'โปรดติดต่อฝ่ายบริการลูกค้าเพื่อเปิดช่องทาง'],
  opens: ['{channel} opens from {from} to {to}', '{channel} 开放时段为 {from} 至 {to}', '{channel} abre de {from} a {to}', '{channel} เปิด {from} ถึง {to}'],

  // One recharge
  waiting: ['Waiting for your payment of {amount}', '等待您支付 {amount}', 'Esperando su pago de {amount}', 'รอการชำระเงิน {amount}'],
  waiting_hint: ['You can pay until {time}. This page updates automatically once you’ve paid.', '请在 {time} 前支付。支付成功后本页会自动更新。', 'Puede pagar hasta el {time}. Esta página se actualizará automáticamente al recibir el pago.', 'ชำระได้ถึง {time} หน้านี้จะอัปเดตอัตโนมัติเมื่อชำระแล้ว'],
  no_page: ['The payment page couldn’t be created. Start the recharge again.', '支付页面未能生成，请重新发起充值。', 'No se pudo crear la página de pago. Inicie la recarga de nuevo.', 'สร้างหน้าชำระเงินไม่สำเร็จ โปรดเริ่มเติมเงินอีกครั้ง'],
  open_cashier: ['Open the payment page', '打开支付页面', 'Abrir la página de pago', 'เปิดหน้าชำระเงิน'],
  paid: ['{amount} recharged', '已充值 {amount}', '{amount} recargados', 'เติมเงินแล้ว {amount}'],
  paid_hint: ['Paid {time}.', '支付时间：{time}。', 'Pagado el {time}.', 'ชำระเมื่อ {time}'],
  expired: ['This recharge has expired', '该充值已过期', 'Esta recarga ha caducado', 'รายการเติมเงินนี้หมดอายุแล้ว'],
  expired_hint: [
    '{amount} wasn’t paid in time. If you did pay, it’s credited as soon as the payment provider confirms it.',
    '{amount} 未在规定时间内支付。如您已付款，支付渠道确认后将自动入账。',
    'El importe de {amount} no se pagó a tiempo. Si usted pagó, se abonará en cuanto el proveedor de pago lo confirme.',
    'ไม่มีการชำระ {amount} ภายในเวลา หากคุณชำระแล้ว ระบบจะบันทึกทันทีที่ผู้ให้บริการยืนยัน',
  ],
  reversed: ['This recharge was reversed', '该充值已冲正', 'Esta recarga se ha revertido', 'รายการเติมเงินนี้ถูกกลับรายการ'],
  reversed_hint: ['{amount} was taken out of your balance again. See the money log.', '{amount} 已冲回，请查看资金明细。', 'Se retiraron {amount} de su saldo. Consulte los movimientos.', 'หัก {amount} ออกจากยอดแล้ว โปรดดูบันทึกการเงิน'],
  missing: ['Recharge not found', '未找到该充值', 'No se ha encontrado la recarga', 'ไม่พบรายการเติมเงินนี้'],
  missing_hint: ['The number in the URL may be incomplete, or the recharge isn’t yours.', '地址中的单号可能不完整，或该充值不属于您。', 'Puede que el número de la URL esté incompleto o que la recarga no sea suya.', 'หมายเลขใน URL อาจไม่ครบ หรือรายการนี้ไม่ใช่ของคุณ'],
  recharge_failed: ['This recharge couldn’t be loaded', '充值加载失败', 'No se pudo cargar la recarga', 'โหลดรายการเติมเงินไม่สำเร็จ'],
  order_no: ['Order number', '订单号', 'Número de pedido', 'หมายเลขคำสั่งซื้อ'],
  balance_now: ['Balance now', '当前余额', 'Saldo actual', 'ยอดคงเหลือตอนนี้'],
  held: ['On hold for settlement', '待结算冻结', 'Retenido hasta la liquidación', 'พักไว้รอรอบโอน'],
  releases_on: ['Available on', '解冻时间', 'Disponible el', 'ใช้ได้เมื่อ'],
  another: ['Recharge again', '再次充值', 'Recargar de nuevo', 'เติมเงินอีกครั้ง'],
  show_order: ['View order', '查看订单', 'Ver el pedido', 'ดูคำสั่งซื้อ'],

  // Recent ones
  recent: ['Recent recharges', '最近充值', 'Recargas recientes', 'การเติมเงินล่าสุด'],
  counted: ['{count, plural, one {# recharge} other {# recharges}}', '{count, number} 笔充值', '{count, plural, one {# recarga} other {# recargas}}', 'เติมเงิน {count, number} รายการ'],
  all_recharges: ['All recharges', '全部充值', 'Todas las recargas', 'การเติมเงินทั้งหมด'],
  status: ['Status', '状态', 'Estado', 'สถานะ'],
  created: ['Created', '创建时间', 'Creada', 'สร้างเมื่อ'],
  recent_none: ['No recharges yet', '暂无充值', 'Todavía no hay recargas', 'ยังไม่มีการเติมเงิน'],
  recent_none_hint: ['Your recharges appear here.', '您的充值会显示在这里。', 'Sus recargas aparecerán aquí.', 'รายการเติมเงินของคุณจะแสดงที่นี่'],
});
