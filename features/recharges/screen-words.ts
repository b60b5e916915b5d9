/** Strings for the recharge screen. */
import { words } from '#foundation/core/words.ts';

export const rechargeWords = words({
  hint: ['Fill your own wallet through a payment channel. Times are in {zone}.', '通过支付通道为自己的钱包充值。时间按 {zone}。', 'Recargue su propio monedero por un canal de pago. Horas en {zone}.', 'เติมเงินเข้ากระเป๋าของคุณผ่านช่องทางชำระเงิน เวลาเป็น {zone}'],

  // The wallet panel
  wallet: ['Wallet', '钱包', 'Monedero', 'กระเป๋าเงิน'],
  balance: ['Balance', '账户余额', 'Saldo', 'ยอดคงเหลือ'],
  available: ['Available', '可用余额', 'Disponible', 'ใช้ได้'],
  frozen: ['Frozen', '冻结金额', 'Congelado', 'ถูกพักไว้'],
  released: ['Becomes available', '可用时间', 'Se libera', 'ใช้ได้เมื่อ'],
  wallet_failed: ['Your balance could not be loaded', '余额加载失败', 'No se pudo cargar su saldo', 'โหลดยอดคงเหลือไม่สำเร็จ'],

  // The form
  form: ['New recharge', '新建充值', 'Nueva recarga', 'เติมเงินใหม่'],
  channel: ['Channel', '通道', 'Canal', 'ช่องทาง'],
  range: ['{from} to {to}', '{from} 至 {to}', 'De {from} a {to}', '{from} ถึง {to}'],
  left_today: ['{left} left today', '今日剩余 {left}', 'Quedan {left} hoy', 'วันนี้เหลือ {left}'],
  amount: ['Amount', '充值金额', 'Importe', 'จำนวนเงิน'],
  quick: ['Quick amounts', '快捷金额', 'Importes rápidos', 'จำนวนเงินด่วน'],
  pays: ['You pay', '支付金额', 'Usted paga', 'คุณชำระ'],
  fee: ['Fee', '手续费', 'Comisión', 'ค่าธรรมเนียม'],
  gets: ['Your wallet gets', '到账金额', 'Su monedero recibe', 'เข้ากระเป๋าเงิน'],
  act: ['Recharge', '充值', 'Recargar', 'เติมเงิน'],
  act_amount: ['Recharge {amount}', '充值 {amount}', 'Recargar {amount}', 'เติมเงิน {amount}'],
  act_hint: ['The cashier opens; afterwards it brings you back here.', '将打开收银台，支付后会返回此页。', 'Se abre la caja; después le devuelve aquí.', 'ระบบจะเปิดหน้าแคชเชียร์ แล้วพากลับมาที่นี่'],
  channels_failed: ['The channels could not be loaded', '通道加载失败', 'No se pudieron cargar los canales', 'โหลดช่องทางไม่สำเร็จ'],
  no_channel: ['No channel takes recharges now', '当前没有可充值的通道', 'Ningún canal admite recargas ahora', 'ขณะนี้ไม่มีช่องทางที่รับการเติมเงิน'],
  no_channel_hint: ['Your business contact can open one for you.', '请联系业务人员为您开通。', 'Su gestor comercial puede abrirle uno.', 'เจ้าหน้าที่ของคุณเปิดช่องทางให้ได้'],
  opens: ['{channel} opens from {from} to {to}', '{channel} 开放时段为 {from} 至 {to}', '{channel} abre de {from} a {to}', '{channel} เปิด {from} ถึง {to}'],

  // One recharge
  waiting: ['Waiting for your payment of {amount}', '等待您支付 {amount}', 'Esperando su pago de {amount}', 'รอการชำระเงิน {amount}'],
  waiting_hint: ['The cashier is open until {time}. This page shows by itself when it is paid.', '收银台开放至 {time}。支付成功后本页会自动更新。', 'La caja está abierta hasta el {time}. Esta página se actualiza sola al recibir el pago.', 'แคชเชียร์เปิดถึง {time} หน้านี้จะแสดงผลเองเมื่อชำระแล้ว'],
  no_page: ['The payment page could not be made. Start the recharge again.', '支付页面未能生成，请重新发起充值。', 'No se pudo crear la página de pago. Inicie la recarga de nuevo.', 'สร้างหน้าชำระเงินไม่สำเร็จ โปรดเริ่มเติมเงินใหม่'],
  open_cashier: ['Open the cashier', '打开收银台', 'Abrir la caja', 'เปิดแคชเชียร์'],
  paid: ['{amount} recharged', '已充值 {amount}', '{amount} recargados', 'เติมเงินแล้ว {amount}'],
  paid_hint: ['Paid on {time}.', '支付时间：{time}。', 'Pagado el {time}.', 'ชำระเมื่อ {time}'],
  expired: ['This recharge has expired', '该充值已过期', 'Esta recarga ha caducado', 'รายการเติมเงินนี้หมดอายุแล้ว'],
  expired_hint: [
    'Nobody paid {amount} in time. If you did pay, it is booked as soon as the payment provider confirms it.',
    '{amount} 未在规定时间内支付。如您已付款，支付渠道确认后将自动入账。',
    'No se pagaron {amount} a tiempo. Si usted pagó, se abonará en cuanto el proveedor de pago lo confirme.',
    'ไม่มีการชำระ {amount} ภายในเวลา หากคุณชำระแล้ว ระบบจะบันทึกทันทีที่ผู้ให้บริการยืนยัน',
  ],
  reversed: ['This recharge was reversed', '该充值已冲正', 'Esta recarga se ha revertido', 'รายการเติมเงินนี้ถูกกลับรายการ'],
  reversed_hint: ['{amount} was taken back. See the money log.', '{amount} 已冲回，请查看资金明细。', 'Se retiraron {amount}. Consulte los movimientos.', '{amount} ถูกนำออกแล้ว โปรดดูรายการเงิน'],
  missing: ['There is no such recharge', '充值不存在', 'No existe esa recarga', 'ไม่พบรายการเติมเงินนี้'],
  missing_hint: ['The number in the address may be incomplete, or the recharge is not yours.', '地址中的单号可能不完整，或该充值不属于您。', 'Puede que el número de la dirección esté incompleto o que la recarga no sea suya.', 'หมายเลขในที่อยู่อาจไม่ครบ หรือรายการนี้ไม่ใช่ของคุณ'],
  recharge_failed: ['This recharge could not be loaded', '充值加载失败', 'No se pudo cargar la recarga', 'โหลดรายการเติมเงินไม่สำเร็จ'],
  order_no: ['Order number', '订单号', 'Número de pedido', 'หมายเลขคำสั่งซื้อ'],
  balance_now: ['Balance now', '当前余额', 'Saldo actual', 'ยอดคงเหลือตอนนี้'],
  held: ['Held by settlement', '结算冻结', 'Retenido por liquidación', 'พักไว้รอชำระดุล'],
  releases_on: ['Releases on', '解冻时间', 'Se libera el', 'ปล่อยเมื่อ'],
  another: ['Another recharge', '再次充值', 'Otra recarga', 'เติมเงินอีกครั้ง'],
  show_order: ['Show the order', '查看订单', 'Ver el pedido', 'ดูคำสั่งซื้อ'],

  // Recent ones
  recent: ['Recent recharges', '最近充值', 'Recargas recientes', 'การเติมเงินล่าสุด'],
  all_recharges: ['All recharges', '全部充值', 'Todas las recargas', 'การเติมเงินทั้งหมด'],
  status: ['Status', '状态', 'Estado', 'สถานะ'],
  created: ['Created', '创建时间', 'Creada', 'สร้างเมื่อ'],
  recent_none: ['No recharges yet', '暂无充值', 'Todavía no hay recargas', 'ยังไม่มีการเติมเงิน'],
  recent_none_hint: ['What you recharge appears here.', '您的充值会显示在这里。', 'Sus recargas aparecerán aquí.', 'รายการเติมเงินของคุณจะแสดงที่นี่'],
});
