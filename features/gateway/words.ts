/**
 * The gateway's texts: refusals, and what is wrong with a field. Merchants' programs read the names, their people read
 * these.
 */
import { beneficiaryTexts } from '#features/cards/beneficiary-words.ts';
import { bodyTexts } from '#foundation/core/body-words.ts';
import { sharedRefusals } from '#foundation/core/refusal-words.ts';
import { words } from '#foundation/core/words.ts';
import type { GatewayRefusal } from './contract.ts';

export const gatewayTexts = {
  not_found: sharedRefusals.not_found,
  rate_limited: sharedRefusals.rate_limited,
  ...words<Exclude<GatewayRefusal, 'not_found' | 'rate_limited'>>({
    bad_request: ['The request isn’t valid; see the fields listed', '请求无效，请检查所列字段', 'La petición no es válida; revise los campos indicados', 'คำขอไม่ถูกต้อง โปรดดูฟิลด์ที่ระบุ'],
    unknown_merchant: ['Unknown merchant number', '商户号不存在', 'Este número de comercio no existe', 'ไม่พบหมายเลขร้านค้านี้'],
    merchant_disabled: ['This merchant account is disabled', '该商户已被停用', 'Esta cuenta de comercio está desactivada', 'บัญชีร้านค้านี้ถูกระงับ'],
    not_certified: ['This merchant isn’t certified yet', '该商户尚未通过认证', 'Este comercio aún no está verificado', 'ร้านค้านี้ยังไม่ได้ยืนยันตัวตน'],
    ip_not_allowed: ['Requests from {ip} aren’t allowed; add the address on the API page', '不允许来自 {ip} 的请求，请在“API 对接”页面添加该地址', 'No se admiten peticiones desde {ip}; agregue la dirección en los ajustes de la API', 'ไม่อนุญาตคำขอจาก {ip} โปรดเพิ่ม IP นี้ในหน้า API'],
    bad_signature: ['The signature is wrong', '签名错误', 'La firma es incorrecta', 'ลายเซ็นไม่ถูกต้อง'],
    key_ended: ['This key was replaced and revoked; sign with the key shown on the API page', '该密钥已更换并停用，请使用“API 对接”页面的当前密钥签名', 'Esta clave se sustituyó y ya no es válida; firme con la clave actual de la página API', 'คีย์นี้ถูกเปลี่ยนและยกเลิกแล้ว โปรดลงนามด้วยคีย์ปัจจุบันในหน้า API'],
    sign_type_not_allowed: ['This sign type isn’t allowed; use one listed on the API page', '不允许该签名类型，请使用“API 对接”页面列出的类型', 'Este tipo de firma no está permitido; use uno de la página API', 'ไม่อนุญาตประเภทลายเซ็นนี้ โปรดใช้ประเภทที่ระบุในหน้า API'],
    timestamp_out_of_window: ['The timestamp is more than {seconds, number} s off; check your clock', '时间戳偏差超过 {seconds, number} 秒，请校准时钟', 'La marca de tiempo se desvía más de {seconds, number} s; compruebe su reloj', 'เวลาคลาดเคลื่อนเกิน {seconds, number} วินาที โปรดตรวจสอบนาฬิกา'],
    nonce_reused: ['This nonce was already used; use a new one for each request', '随机串已使用过，每次请求都须更换', 'Este nonce ya se usó; use uno nuevo en cada petición', 'nonce นี้ถูกใช้แล้ว โปรดใช้ค่าใหม่ทุกคำขอ'],
    notify_host_not_allowed: ['Callbacks to this host aren’t allowed; add it on the API page', '不允许向该主机发送回调通知，请在“API 对接”页面添加', 'No se admiten notificaciones a este servidor; agréguelo en la página API', 'ไม่อนุญาตให้แจ้งผลไปยังโฮสต์นี้ โปรดเพิ่มในหน้า API'],
    order_conflict: ['This order number was already used for another order', '该订单号已用于其他订单', 'Este número de pedido ya se usó para otro pedido', 'หมายเลขคำสั่งซื้อนี้ถูกใช้กับรายการอื่นแล้ว'],
    channel_unknown: ['Channel not found', '通道不存在', 'No se ha encontrado el canal', 'ไม่มีช่องทางนี้'],
    channel_closed: ['This channel is closed now', '该通道当前已关闭', 'Este canal está cerrado ahora', 'ช่องทางนี้ปิดอยู่ในขณะนี้'],
    amount_out_of_range: ['The amount is outside the allowed range', '金额超出允许的范围', 'El importe está fuera del rango permitido', 'จำนวนเงินอยู่นอกช่วงที่อนุญาต'],
    channel_limit_reached: ['This channel has reached its limit for today', '该通道今日额度已用完', 'Se ha alcanzado el límite de hoy de este canal', 'ช่องทางนี้ครบวงเงินของวันนี้แล้ว'],
    balance_insufficient: ['The available balance doesn’t cover the amount and fee', '可用余额不足以支付金额和手续费', 'El saldo disponible no cubre el importe y la comisión', 'ยอดที่ใช้ได้ไม่พอสำหรับจำนวนเงินและค่าธรรมเนียม'],
    payout_not_enabled: [
      'Payouts aren’t enabled for this account, or are paused after a security change; see the console',
      '该账户未开通代付，或因安全变更暂停出款，请登录后台查看',
      'Los pagos a terceros no están activados en esta cuenta o están en pausa tras un cambio de seguridad; consulte la consola',
      'บัญชีนี้ยังไม่เปิดใช้การจ่ายเงิน หรือหยุดไว้ชั่วคราวหลังการเปลี่ยนแปลงด้านความปลอดภัย โปรดดูในระบบหลังบ้าน',
    ],
    upstream_unavailable: ['The payment provider isn’t responding; try again with the same order number', '支付渠道暂时无响应，请使用相同订单号重试', 'El proveedor de pago no responde; inténtelo de nuevo con el mismo número de pedido', 'ผู้ให้บริการชำระเงินไม่ตอบ ลองใหม่ด้วยหมายเลขคำสั่งซื้อเดิม'],
  }),
};

const protocolTexts = words({
  text_only: ['Send this as text, not as a number or other type', '请以文本传递，不能是数字或其他类型', 'Envíelo como texto, no como número ni de otra forma', 'ส่งเป็นข้อความ ไม่ใช่ตัวเลขหรือชนิดอื่น'],
  md5_value: ['With MD5, values can’t contain &, = or control characters; use another sign type', '使用 MD5 时，值不能包含 &、= 或控制字符，请改用其他签名类型', 'Con MD5, los valores no pueden contener &, = ni caracteres de control; use otro tipo de firma', 'เมื่อใช้ MD5 ค่าห้ามมี & = หรืออักขระควบคุม โปรดใช้ประเภทลายเซ็นอื่น'],
  control_character: ['Control characters aren’t allowed', '不能包含控制字符', 'No se admiten caracteres de control', 'ห้ามมีอักขระควบคุม'],
  no_query: ['This URL takes no query parameters', '请求地址不能带查询参数', 'Esta URL no admite parámetros', 'URL นี้ไม่รับพารามิเตอร์'],
  sign_type_form: ['Use MD5 (in the body), HMAC-SHA256 or RSA-SHA256 (in headers)', '须为 MD5（在正文中）、HMAC-SHA256 或 RSA-SHA256（在请求头中）', 'Use MD5 (en el cuerpo), HMAC-SHA256 o RSA-SHA256 (en cabeceras)', 'ต้องเป็น MD5 (ในเนื้อหา) HMAC-SHA256 หรือ RSA-SHA256 (ในส่วนหัว)'],
  timestamp_form: ['Unix seconds, digits only', 'Unix 时间戳（秒），仅限数字', 'Segundos Unix, solo cifras', 'วินาทีแบบ Unix เฉพาะตัวเลข'],
  nonce_form: ['16 to 64 visible ASCII characters', '16 至 64 个可见 ASCII 字符', 'De 16 a 64 caracteres ASCII visibles', 'อักขระ ASCII ที่มองเห็นได้ 16 ถึง 64 ตัว'],
  order_no_form: ['1 to 64 letters, digits, and . _ | -', '1 至 64 个字母、数字或 . _ | -', 'De 1 a 64 letras, cifras y . _ | -', 'ตัวอักษร ตัวเลข และ . _ | - จำนวน 1 ถึง 64 ตัว'],
  system_no_form: ['System numbers have 19 digits', '系统单号为 19 位数字', 'Un número de sistema tiene 19 cifras', 'หมายเลขระบบมี 19 หลัก'],
  either_number: ['Send orderNo or systemNo', '请传递 orderNo 或 systemNo', 'Envíe orderNo o systemNo', 'ส่ง orderNo หรือ systemNo'],
  currency_other: ['Only {currency} is accepted', '仅支持 {currency}', 'Solo se admite {currency}', 'รับเฉพาะ {currency}'],
  expire_minutes_form: ['Whole minutes, 1 to 1440', '整数分钟，1 至 1440', 'Minutos enteros, de 1 a 1440', 'นาทีเต็มจำนวน 1 ถึง 1440'],
  url_form: ['Use a full http or https URL of up to 2048 characters', '完整的 http 或 https 地址，最多 2048 个字符', 'Use una URL http o https completa de 2048 caracteres como máximo', 'ใช้ URL แบบ http หรือ https เต็ม ไม่เกิน 2048 ตัวอักษร'],
  url_not_public: ['This URL isn’t on the public internet', '该地址不是公网地址', 'Esta URL no está en la internet pública', 'URL นี้ไม่ได้อยู่บนอินเทอร์เน็ตสาธารณะ'],
  ip_form: ['One IPv4 or IPv6 address', '一个 IPv4 或 IPv6 地址', 'Una dirección IPv4 o IPv6', 'ที่อยู่ IPv4 หรือ IPv6 หนึ่งรายการ'],
});

/** What is wrong with a field. Beneficiary faults have the same texts at every endpoint. */
export const gatewayFieldTexts = { ...bodyTexts, ...beneficiaryTexts, ...protocolTexts };
