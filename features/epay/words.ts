/**
 * The door's texts. The Chinese ones are the protocol's own: plugins show them and search for them, so they keep their
 * words and their punctuation. The other languages are for the pages that a payer can see.
 */
import { paymentTexts } from '#features/accounts/payment-words.ts';
import { words } from '#foundation/core/words.ts';
import type { EpayFault } from './rules.ts';

export const epayTexts = words<EpayFault>({
  pid_missing: ['The merchant ID is missing', '商户ID不能为空', 'Falta el ID del comercio', 'ไม่มีรหัสร้านค้า'],
  pid_unknown: ['This merchant doesn’t exist', '商户不存在！', 'Este comercio no existe', 'ไม่พบร้านค้านี้'],
  sign_wrong: ['Wrong signature. Go back to the shop and try again', '签名校验失败，请返回重试！', 'La firma es incorrecta. Vuelva a la tienda e inténtelo de nuevo', 'ลายเซ็นไม่ถูกต้อง โปรดกลับไปที่ร้านค้าแล้วลองใหม่'],
  sign_type: ['This sign type isn’t supported', '签名类型不支持', 'Este tipo de firma no se admite', 'ไม่รองรับประเภทลายเซ็นนี้'],
  twice: ['A field was sent twice', '参数重复', 'Un campo se envió dos veces', 'มีการส่งฟิลด์ข้อมูลซ้ำ'],
  malformed: ['A field has an invalid format', '参数格式不正确', 'El formato de un campo no es válido', 'รูปแบบข้อมูลไม่ถูกต้อง'],
  off: ['The merchant hasn’t enabled this interface', '商户未开启该接口', 'El comercio no ha activado esta interfaz', 'ร้านค้ายังไม่ได้เปิดใช้อินเทอร์เฟซนี้'],
  ip: ['This IP address isn’t on the merchant’s list', 'IP不在白名单', 'Esta dirección IP no está en la lista del comercio', 'ที่อยู่ IP นี้ไม่อยู่ในรายการของร้านค้า'],
  rate: ['Too many requests. Try again in a moment', '请求过于频繁，请稍后再试', 'Demasiadas peticiones. Inténtelo de nuevo en un momento', 'คำขอมากเกินไป โปรดลองใหม่ภายหลัง'],
  banned: ['This merchant is disabled and can’t take payments', '商户已封禁，无法支付！', 'Este comercio está desactivado y no puede cobrar', 'ร้านค้านี้ถูกระงับ ไม่สามารถรับชำระเงินได้'],
  uncertified: ['This merchant isn’t certified and can’t take payments', '商户未实名认证，无法支付！', 'Este comercio no está verificado y no puede cobrar', 'ร้านค้านี้ยังไม่ผ่านการรับรอง ไม่สามารถรับชำระเงินได้'],
  order_no_missing: ['The order number (out_trade_no) is missing', '订单号(out_trade_no)不能为空', 'Falta el número de pedido (out_trade_no)', 'ไม่มีหมายเลขคำสั่งซื้อ (out_trade_no)'],
  order_no_form: ['The order number (out_trade_no) has an invalid format', '订单号(out_trade_no)格式不正确', 'El formato del número de pedido (out_trade_no) no es válido', 'รูปแบบหมายเลขคำสั่งซื้อ (out_trade_no) ไม่ถูกต้อง'],
  notify_url_missing: ['The notification URL (notify_url) is missing', '通知地址(notify_url)不能为空', 'Falta la URL de notificación (notify_url)', 'ไม่มี URL แจ้งผล (notify_url)'],
  notify_url_form: ['The notification URL (notify_url) is invalid or not on the public internet', '通知地址(notify_url)格式不正确', 'La URL de notificación (notify_url) no es válida o no está en la internet pública', 'URL แจ้งผล (notify_url) ไม่ถูกต้อง หรือไม่ได้อยู่บนอินเทอร์เน็ตสาธารณะ'],
  notify_url_host: ['The merchant doesn’t allow this notification URL (notify_url)', '通知地址(notify_url)不在允许范围', 'El comercio no permite esta URL de notificación (notify_url)', 'ร้านค้าไม่อนุญาต URL แจ้งผลนี้ (notify_url)'],
  name_missing: ['The product name (name) is missing', '商品名称(name)不能为空', 'Falta el nombre del producto (name)', 'ไม่มีชื่อสินค้า (name)'],
  money_missing: ['The amount (money) is missing', '金额(money)不能为空', 'Falta el importe (money)', 'ไม่มีจำนวนเงิน (money)'],
  money_form: ['Invalid amount', '金额不合法', 'El importe no es válido', 'จำนวนเงินไม่ถูกต้อง'],
  money_min: ['The minimum amount is {amount}', '最小支付金额是{amount}元', 'El importe mínimo es {amount}', 'จำนวนเงินขั้นต่ำคือ {amount}'],
  money_max: ['The maximum amount is {amount}', '最大支付金额是{amount}元', 'El importe máximo es {amount}', 'จำนวนเงินสูงสุดคือ {amount}'],
  type_missing: ['The payment method (type) is missing', '支付方式(type)不能为空', 'Falta la forma de pago (type)', 'ไม่มีวิธีชำระเงิน (type)'],
  type_unknown: ['This payment method isn’t supported', '支付方式不支持', 'Esta forma de pago no se admite', 'ไม่รองรับวิธีชำระเงินนี้'],
  client_ip: ['The payer’s IP address has an invalid format', '用户IP格式不正确', 'El formato de la IP del pagador no es válido', 'รูปแบบที่อยู่ IP ของผู้ชำระเงินไม่ถูกต้อง'],
  paid: ['Order {orderNo} is already paid. Don’t pay it again', '该订单({orderNo})已完成支付，请勿重复发起支付', 'El pedido {orderNo} ya está pagado. No lo pague de nuevo', 'คำสั่งซื้อ {orderNo} ชำระแล้ว โปรดอย่าชำระซ้ำ'],
  changed: ['Order {orderNo} was sent before with different details. Use another order number', '该订单({orderNo})支付参数有变化，请更换订单号重新发起支付', 'El pedido {orderNo} se envió antes con otros datos. Use otro número de pedido', 'คำสั่งซื้อ {orderNo} เคยส่งด้วยข้อมูลอื่น โปรดใช้หมายเลขคำสั่งซื้ออื่น'],
  expired: ['Order {orderNo} has expired. Use another order number', '该订单({orderNo})已过期，请更换订单号重新发起支付', 'El pedido {orderNo} ha caducado. Use otro número de pedido', 'หมดเวลาชำระคำสั่งซื้อ {orderNo} แล้ว โปรดใช้หมายเลขคำสั่งซื้ออื่น'],
  failed: ['The order couldn’t be created. Go back to the shop and try again', '创建订单失败，请返回重试！', 'No se pudo crear el pedido. Vuelva a la tienda e inténtelo de nuevo', 'สร้างคำสั่งซื้อไม่สำเร็จ โปรดกลับไปที่ร้านค้าแล้วลองใหม่'],
});

/** What `api.php` answers besides; only programs read it. */
export const apiTexts = {
  keyWrong: '商户密钥错误',
  noAct: 'No Act!',
  orderUnknown: '订单号不存在',
  orderNoMissing: '订单号不能为空',
  noRefunds: '商户未开启订单退款API接口',
  order: 'succ',
  orders: '查询订单记录成功！',
  settlements: '查询结算记录成功！',
} as const;

/** The pages that a payer sees. */
export const epayPageTexts = words({
  error_title: ['The payment can’t be started', '无法发起支付', 'No se puede iniciar el pago', 'ไม่สามารถเริ่มการชำระเงินได้'],
  error_hint: ['You haven’t been charged. Go back to the shop.', '未扣取任何款项，请返回商家。', 'No se ha cobrado nada. Vuelva a la tienda.', 'ไม่มีการตัดเงิน โปรดกลับไปที่ร้านค้า'],
  choose_title: ['How do you want to pay?', '请选择支付方式', '¿Cómo desea pagar?', 'เลือกวิธีชำระเงิน'],
  no_way: ['This shop has no payment method for this amount right now.', '该商家当前没有可用于此金额的支付方式。', 'Esta tienda no ofrece ahora ninguna forma de pagar este importe.', 'ขณะนี้ร้านค้านี้ไม่มีวิธีชำระเงินสำหรับจำนวนนี้'],
  order: ['Order', '订单号', 'Pedido', 'คำสั่งซื้อ'],
  goods: ['Product', '商品', 'Producto', 'สินค้า'],
  amount: ['Amount', '金额', 'Importe', 'จำนวนเงิน'],
  receipt_paid: ['Payment received', '付款成功', 'Pago recibido', 'ชำระเงินสำเร็จ'],
  receipt_open: ['Payment not received yet', '尚未收到付款', 'El pago aún no ha llegado', 'ยังไม่ได้รับการชำระเงิน'],
  receipt_paid_hint: ['The shop has been notified. You can close this page.', '商家已收到通知，您可以关闭此页面。', 'La tienda ya ha sido avisada. Puede cerrar esta página.', 'แจ้งร้านค้าแล้ว คุณปิดหน้านี้ได้'],
  receipt_open_hint: ['If you’ve paid, the shop will be notified shortly. You can close this page.', '如您已付款，商家稍后会收到通知。您可以关闭此页面。', 'Si ha pagado, la tienda recibirá el aviso en breve. Puede cerrar esta página.', 'หากคุณชำระแล้ว ร้านค้าจะทราบในอีกสักครู่ คุณปิดหน้านี้ได้'],
  type_alipay: ['Alipay', '支付宝', 'Alipay', 'Alipay'],
  type_wxpay: ['WeChat Pay', '微信支付', 'WeChat Pay', 'WeChat Pay'],
  type_qqpay: ['QQ Wallet', 'QQ钱包', 'QQ Wallet', 'QQ Wallet'],
  type_bank: ['Bank', '网银支付', 'Banco', 'ธนาคาร'],
  type_jdpay: ['JD Pay', '京东支付', 'JD Pay', 'JD Pay'],
  type_tenpay: ['Tenpay', '财付通', 'Tenpay', 'Tenpay'],
  type_paypal: ['PayPal', 'PayPal', 'PayPal', 'PayPal'],
  type_usdt: ['USDT', 'USDT', 'USDT', 'USDT'],
});

/** Texts of the console's calls. */
export const epayCallTexts = {
  ...paymentTexts,
  ...words({
    type_form: ['Use 1 to 32 letters, digits, dots, _ or -', '1 至 32 个字母、数字、点、_ 或 -', 'Use de 1 a 32 letras, cifras, puntos, _ o -', 'ตัวอักษร ตัวเลข จุด _ และ - จำนวน 1 ถึง 32 ตัว'],
    channel_unknown: ['Channel not found', '通道不存在', 'No se ha encontrado el canal', 'ไม่มีช่องทางนี้'],
    overlap_form: ['Enter whole hours from 0 to 720', '整数小时，0 至 720', 'Introduzca horas enteras, de 0 a 720', 'กรอกชั่วโมงเต็มจำนวน 0 ถึง 720'],
    epay_off: ['Switch on the interface first', '请先开启该接口', 'Active primero la interfaz', 'โปรดเปิดใช้อินเทอร์เฟซก่อน'],
  }),
};

/** Why a step of the console's check failed or was left out. */
export const checkTexts = words({
  no_type: ['No payment method has an open channel', '没有已开放通道的支付方式', 'Ninguna forma de pago tiene un canal abierto', 'ไม่มีวิธีชำระเงินที่มีช่องทางเปิดอยู่'],
  not_sandbox: [
    'This channel isn’t the sandbox, so the check stops before payment. Pay the order to see the rest',
    '该通道不是沙箱，检测在付款前停止。请支付该订单以查看后续结果',
    'Este canal no es el de pruebas, así que la comprobación termina antes del pago. Pague el pedido para ver el resto',
    'ช่องทางนี้ไม่ใช่ระบบทดสอบ การตรวจสอบจึงหยุดก่อนชำระเงิน โปรดชำระคำสั่งซื้อเพื่อดูขั้นตอนที่เหลือ',
  ],
  not_paid: ['The sandbox didn’t accept the payment', '沙箱未接受付款', 'El entorno de pruebas no aceptó el pago', 'ระบบทดสอบไม่รับการชำระเงิน'],
  not_told: ['The notification wasn’t answered with success', '回调通知未得到 success 应答', 'La notificación no se respondió con success', 'การแจ้งผลไม่ได้รับคำตอบ success'],
});
