/** One sentence for each refusal: what was wrong with the request, and how to mend it. */
import { words } from '#foundation/core/words.ts';
import type { GatewayRefusal } from './contract.ts';

export const diagnosisTexts = words<GatewayRefusal | 'body_not_utf8' | 'served_by_old_key' | 'unavailable' | 'internal'>({
  bad_request: [
    'These parts are missing or malformed: {fields}; see below what each must be.',
    '以下内容缺失或格式有误：{fields}；请按下方各项说明修改。',
    'Estas partes faltan o tienen un formato incorrecto: {fields}; debajo se indica cómo debe ser cada una.',
    'ส่วนเหล่านี้ขาดหรือรูปแบบไม่ถูกต้อง: {fields} ดูวิธีแก้ของแต่ละส่วนด้านล่าง',
  ],
  body_not_utf8: [
    'The body isn’t UTF-8 (most likely GBK); write and send it in UTF-8, and sign those bytes.',
    '请求体不是 UTF-8，很可能是 GBK；请以 UTF-8 编写并发送，并对这些字节签名。',
    'El cuerpo no está en UTF-8, probablemente en GBK; escríbalo y envíelo en UTF-8 y firme esos bytes.',
    'เนื้อหาไม่ใช่ UTF-8 อาจเป็น GBK โปรดเขียนและส่งเป็น UTF-8 แล้วลงนามบนไบต์นั้น',
  ],
  unknown_merchant: ['No merchant has this number; use the merchant number shown on the Settings tab.', '商户号不存在；请使用“设置”页显示的商户号。', 'No existe un comercio con este número; use el número que aparece en la pestaña de ajustes.', 'ไม่มีร้านค้าหมายเลขนี้ โปรดใช้หมายเลขที่แสดงในแท็บตั้งค่า'],
  merchant_disabled: [
    'This account is disabled; ask customer support why, and send nothing until it’s enabled again.',
    '账户已被停用；请联系客服了解原因，恢复前请勿再发送请求。',
    'Esta cuenta está desactivada; pregunte el motivo a atención al cliente y no envíe nada hasta que se reactive.',
    'บัญชีนี้ถูกระงับ โปรดสอบถามสาเหตุจากฝ่ายบริการลูกค้า และงดส่งคำขอจนกว่าจะเปิดใช้อีกครั้ง',
  ],
  not_certified: [
    'This account isn’t certified yet; submit the certification in the console and wait for approval.',
    '账户尚未认证；请在后台提交认证并等待审核通过。',
    'Esta cuenta aún no está verificada; envíe la verificación en la consola y espere su aprobación.',
    'บัญชีนี้ยังไม่ได้ยืนยันตัวตน โปรดยืนยันตัวตนในระบบหลังบ้านและรอการอนุมัติ',
  ],
  ip_not_allowed: [
    'The request came from an IP address that isn’t on your list; add your server’s address under Settings, or send from a listed one.',
    '请求来自未登记的地址；请在“设置”中添加服务器地址，或从已登记的地址发送。',
    'La petición vino de una dirección que no está en la lista; agregue la de su servidor en los ajustes o envíe desde una ya incluida.',
    'คำขอมาจากที่อยู่ที่ไม่อยู่ในรายการ โปรดเพิ่มที่อยู่ของเซิร์ฟเวอร์ในแท็บตั้งค่า หรือส่งจากที่อยู่ที่อนุญาต',
  ],
  bad_signature: [
    'The signature doesn’t match and no common mistake explains it: most likely a different key was used, or part of it was lost when copying; copy the key again and compare your text with the one below.',
    '签名不匹配，且不属于常见错误：很可能用错了密钥，或复制时缺失了一部分；请重新复制密钥，并将您的签名原文与下方原文比对。',
    'La firma no coincide y ningún error habitual lo explica: seguramente se usó otra clave o se perdió una parte al copiarla; cópiela de nuevo y compare su texto con el de abajo.',
    'ลายเซ็นไม่ตรงและไม่ใช่ข้อผิดพลาดที่พบบ่อย อาจใช้คีย์อื่นหรือคัดลอกมาไม่ครบ โปรดคัดลอกคีย์ใหม่และเทียบข้อความของคุณกับข้อความด้านล่าง',
  ],
  key_ended: ['The request was signed with a revoked key; replace it with the key shown on the Keys tab.', '请求使用了已停用的密钥；请改用“密钥”页中的当前密钥。', 'La petición se firmó con una clave revocada; cámbiela por la que aparece en la pestaña Claves.', 'คำขอลงนามด้วยคีย์ที่ยกเลิกแล้ว โปรดเปลี่ยนเป็นคีย์ที่แสดงในแท็บคีย์'],
  served_by_old_key: ['This request succeeded but was signed with the old key; replace it before that key is revoked.', '请求已处理，但使用的是旧密钥；请在旧密钥失效前更换。', 'La petición se atendió, pero con la clave anterior; cámbiela antes de que se revoque.', 'คำขอนี้สำเร็จ แต่ลงนามด้วยคีย์เดิม โปรดเปลี่ยนก่อนคีย์นั้นถูกยกเลิก'],
  sign_type_not_allowed: [
    'This sign type isn’t allowed, or can’t sign this response (MD5 can’t sign values with & or =); use one that Settings allows, or allow this one there.',
    '不允许使用该签名类型，或该类型无法对应答签名（MD5 不能对含 & 或 = 的值签名）；请改用“设置”中允许的类型，或在那里开启该类型。',
    'Este tipo de firma no está permitido o no puede firmar esta respuesta: MD5 no puede firmar valores con & o =; use uno de los permitidos en los ajustes o permítalo allí.',
    'ไม่อนุญาตประเภทลายเซ็นนี้ หรือประเภทนี้ลงนามคำตอบไม่ได้ เพราะ MD5 ใช้กับค่าที่มี & หรือ = ไม่ได้ โปรดใช้ประเภทที่เปิดไว้ในแท็บตั้งค่า หรือเปิดใช้ที่นั่น',
  ],
  timestamp_out_of_window: [
    'The timestamp was outside the allowed window; sync the sending machine’s clock with NTP, and sign each request right before sending it.',
    '时间戳超出允许范围；请用 NTP 校准发送服务器的时钟，并在发送前才签名。',
    'La marca de tiempo estaba fuera del margen permitido; ajuste el reloj del equipo por NTP y firme cada petición justo antes de enviarla.',
    'เวลาของคำขออยู่นอกช่วงที่อนุญาต โปรดตั้งนาฬิกาของเครื่องที่ส่งด้วย NTP และลงนามก่อนส่งทันที',
  ],
  nonce_reused: [
    'This nonce was already used; create a new nonce and signature for every request, including retries.',
    '该随机串已使用过；每次请求（包括重试）都请生成新的随机串并重新签名。',
    'Ya llegó una petición con este nonce; genere un nonce y una firma nuevos en cada petición, también al repetirla.',
    'เคยมีคำขอที่ใช้ nonce นี้แล้ว โปรดสร้าง nonce และลายเซ็นใหม่ทุกคำขอ รวมถึงเมื่อส่งซ้ำ',
  ],
  notify_host_not_allowed: [
    'The callback URL’s host isn’t on your list; add it under Settings, or use a listed host.',
    '回调地址的主机不在允许列表中；请在“设置”中添加该主机，或使用已登记的主机。',
    'La URL de notificación usa un servidor que no está en la lista; agréguelo en los ajustes o use uno ya incluido.',
    'โฮสต์ของ URL แจ้งผลไม่อยู่ในรายการ โปรดเพิ่มโฮสต์ในแท็บตั้งค่า หรือใช้โฮสต์ที่อนุญาต',
  ],
  order_conflict: [
    'This order number belongs to an order with different fields; resend the same fields to get its response, or use a new number.',
    '该订单号已对应另一笔内容不同的订单；如需获取原结果请提交相同字段，否则请更换订单号。',
    'Este número ya pertenece a un pedido con otros campos; repita los mismos campos para obtener su respuesta o use un número nuevo.',
    'หมายเลขนี้เป็นของคำสั่งซื้ออื่นที่มีข้อมูลต่างกัน ส่งข้อมูลเดิมเพื่อรับคำตอบเดิม หรือใช้หมายเลขใหม่',
  ],
  channel_unknown: ['No channel has this call code; use a code from the Channels page.', '通道编码不存在；请使用“通道”页面中的编码。', 'No existe un canal con este código; use uno de la página de canales.', 'ไม่มีช่องทางรหัสนี้ โปรดใช้รหัสจากหน้าช่องทาง'],
  channel_closed: ['The channel is closed now; see its hours on the Channels page, or use another channel.', '该通道当前已关闭；请在“通道”页面查看开放时间，或改用其他通道。', 'El canal está cerrado ahora; vea su horario en la página de canales o use otro.', 'ช่องทางปิดอยู่ในขณะนี้ โปรดดูเวลาเปิดในหน้าช่องทาง หรือใช้ช่องทางอื่น'],
  amount_out_of_range: [
    'The amount is outside the range of this channel or account; see the Channels or Withdraw page.',
    '金额超出该通道或账户的限额；限额见“通道”或“提现”页面。',
    'El importe está fuera del rango de este canal o cuenta; el rango está en la página de canales o de retiros.',
    'จำนวนเงินอยู่นอกช่วงของช่องทางหรือบัญชีนี้ ดูช่วงได้ในหน้าช่องทางหรือการถอนเงิน',
  ],
  channel_limit_reached: ['The channel’s limit for today is used up; use another channel, or try again tomorrow.', '该通道今日额度已用完；请改用其他通道或明天再试。', 'Se agotó el límite de hoy de este canal; use otro o inténtelo mañana.', 'ช่องทางนี้ครบวงเงินของวันนี้แล้ว โปรดใช้ช่องทางอื่นหรือลองใหม่พรุ่งนี้'],
  balance_insufficient: [
    'The available balance doesn’t cover the amount and fee; recharge, or wait until held money is released.',
    '可用余额不足以支付金额和手续费；请充值，或等待待结算资金释放。',
    'El saldo disponible no cubre el importe y la comisión; recargue o espere a que se libere el dinero retenido.',
    'ยอดที่ใช้ได้ไม่พอสำหรับจำนวนเงินและค่าธรรมเนียม โปรดเติมเงินหรือรอเงินที่พักไว้',
  ],
  payout_not_enabled: [
    'Payouts aren’t enabled for this account, or are paused after a security change; contact customer support, or wait until the pause ends.',
    '账户未开通代付，或因安全变更暂停出款；请联系客服或等待暂停结束。',
    'Los pagos a terceros no están activados en esta cuenta o están en pausa tras un cambio de seguridad; contacte con atención al cliente o espere.',
    'บัญชีนี้ยังไม่เปิดใช้การจ่ายเงิน หรือหยุดไว้ชั่วคราวหลังการเปลี่ยนแปลงด้านความปลอดภัย โปรดติดต่อฝ่ายบริการลูกค้าหรือรอให้ครบกำหนด',
  ],
  rate_limited: [
    'Too many requests came at once; wait as long as Retry-After says, then retry with the same order number.',
    '请求过于频繁；请按 Retry-After 等待后，用相同订单号重试。',
    'Llegaron demasiadas peticiones a la vez; espere lo que indica Retry-After y repita con el mismo número de pedido.',
    'มีคำขอพร้อมกันมากเกินไป โปรดรอตาม Retry-After แล้วส่งซ้ำด้วยหมายเลขคำสั่งซื้อเดิม',
  ],
  upstream_unavailable: [
    'The payment provider didn’t respond; retry with the same order number, which never pays twice.',
    '支付渠道未响应；请用相同订单号重试，不会重复支付。',
    'El proveedor de pago no respondió; repita la petición con el mismo número de pedido, que nunca paga dos veces.',
    'ผู้ให้บริการชำระเงินไม่ตอบ โปรดส่งซ้ำด้วยหมายเลขคำสั่งซื้อเดิม ระบบจะไม่จ่ายซ้ำ',
  ],
  not_found: [
    'This account has no order with this number; check the number, and whether it was a pay-in or a payout.',
    '本账户没有该编号的订单；请核对编号，并确认是代收还是代付。',
    'Ningún pedido de esta cuenta tiene este número; compruébelo, y si era un cobro o un pago a tercero.',
    'บัญชีนี้ไม่มีรายการหมายเลขนี้ โปรดตรวจหมายเลข และดูว่าเป็นรายการรับหรือจ่าย',
  ],
  unavailable: ['The platform was briefly unavailable; retry with the same order number.', '平台暂时无法响应；请用相同订单号重试。', 'La plataforma no pudo responder por un momento; repita la petición con el mismo número de pedido.', 'แพลตฟอร์มไม่สามารถตอบได้ชั่วคราว โปรดส่งซ้ำด้วยหมายเลขคำสั่งซื้อเดิม'],
  internal: [
    'The platform failed to respond; retry with the same order number, and tell customer support if it happens again.',
    '平台处理失败；请用相同订单号重试，如再次出现请联系客服。',
    'La plataforma falló al responder; repita con el mismo número de pedido y avise a atención al cliente si vuelve a ocurrir.',
    'แพลตฟอร์มตอบไม่สำเร็จ โปรดส่งซ้ำด้วยหมายเลขคำสั่งซื้อเดิม และแจ้งฝ่ายบริการลูกค้าหากเกิดอีก',
  ],
});

export function isDiagnosis(name: string): name is keyof typeof diagnosisTexts {
  return Object.hasOwn(diagnosisTexts, name);
}
