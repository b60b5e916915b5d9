/** One sentence for each refusal and each usual signing mistake of a plugin: what was wrong, and how to mend it. */
import { words } from '#foundation/core/words.ts';
import type { EpayFault } from './rules.ts';
import type { EpayMistake } from './signing-mistakes.ts';

/** A request without a merchant, or whose fields can't be read, is in no log. */
type LoggedFault = Exclude<EpayFault, 'pid_missing' | 'pid_unknown' | 'twice'>;
/** What only `api.php` refuses. */
type ApiFault = 'key_wrong' | 'act_unknown' | 'number_missing' | 'order_unknown' | 'refunds_off';
export type EpayDiagnosis = LoggedFault | ApiFault;

export const epayDiagnosisTexts = words<EpayDiagnosis>({
  sign_wrong: [
    'The signature doesn’t match and no common mistake explains it: most likely the plugin has a different key, or part of it was lost when copying. Copy the key from the Shop plugins tab again, and compare your text with the one below.',
    '签名不匹配，且不属于常见错误：插件很可能填了别的密钥，或复制时缺失了一部分；请重新复制“商城插件”页的密钥，并将您的签名原文与下方原文比对。',
    'La firma no coincide y ningún error habitual lo explica: seguramente el complemento tiene otra clave o se perdió una parte al copiarla; copie de nuevo la clave de la pestaña de complementos y compare su texto con el de abajo.',
    'ลายเซ็นไม่ตรงและไม่ใช่ข้อผิดพลาดที่พบบ่อย ปลั๊กอินอาจใช้คีย์อื่นหรือคัดลอกมาไม่ครบ โปรดคัดลอกคีย์ในแท็บปลั๊กอินร้านค้าใหม่ และเทียบข้อความของคุณกับข้อความด้านล่าง',
  ],
  sign_type: ['The plugin asked for another sign type; set it to MD5, or leave sign_type out.', '插件使用了其他签名类型；请将 sign_type 设为 MD5，或不发送该字段。', 'El complemento pidió otro tipo de firma; póngalo en MD5 o no envíe sign_type.', 'ปลั๊กอินใช้ประเภทลายเซ็นอื่น โปรดตั้งเป็น MD5 หรือไม่ต้องส่ง sign_type'],
  malformed: [
    'A field can’t be signed safely: a value contains & and the name of another field, param is too long, or return_url isn’t a URL; shorten or clean up that value in the shop.',
    '有字段无法安全签名：值中含有 & 加其他字段名、param 过长，或 return_url 不是有效地址；请在商城中缩短或清理该值。',
    'Un campo no puede firmarse con seguridad: un valor contiene & y el nombre de otro campo, param es demasiado largo o return_url no es una URL; acorte o limpie ese valor en la tienda.',
    'มีฟิลด์ข้อมูลที่ลงนามอย่างปลอดภัยไม่ได้ เช่น ค่ามี & ตามด้วยชื่อฟิลด์อื่น param ยาวเกินไป หรือ return_url ไม่ใช่ที่อยู่ โปรดย่อหรือแก้ค่านั้นในร้านค้า',
  ],
  off: ['The shop plugin interface is off; switch it on in the Shop plugins tab.', '商城插件接口未开启；请在“商城插件”页开启。', 'La interfaz para complementos está desactivada; actívela en la pestaña de complementos.', 'อินเทอร์เฟซสำหรับปลั๊กอินปิดอยู่ โปรดเปิดในแท็บปลั๊กอินร้านค้า'],
  ip: [
    'The shop’s server has an IP address that isn’t on your list; add it under Settings, or send from a listed one.',
    '商城服务器的地址未登记；请在“设置”中添加该地址，或从已登记的地址发送。',
    'El servidor de la tienda tiene una dirección que no está en la lista; agréguela en los ajustes o envíe desde una ya incluida.',
    'ที่อยู่ของเซิร์ฟเวอร์ร้านค้าไม่อยู่ในรายการ โปรดเพิ่มในแท็บตั้งค่า หรือส่งจากที่อยู่ที่อนุญาต',
  ],
  rate: [
    'Too many requests came at once; wait as long as Retry-After says, then retry with the same out_trade_no.',
    '请求过于频繁；请按 Retry-After 等待后，用相同的 out_trade_no 重试。',
    'Llegaron demasiadas peticiones a la vez; espere lo que indica Retry-After y repita con el mismo out_trade_no.',
    'มีคำขอพร้อมกันมากเกินไป โปรดรอตาม Retry-After แล้วส่งซ้ำด้วย out_trade_no เดิม',
  ],
  banned: [
    'This account is disabled; ask customer support why, and send nothing until it’s enabled again.',
    '账户已被停用；请联系客服了解原因，恢复前请勿再发送请求。',
    'Esta cuenta está desactivada; pregunte el motivo a atención al cliente y no envíe nada hasta que se reactive.',
    'บัญชีนี้ถูกระงับ โปรดสอบถามสาเหตุจากฝ่ายบริการลูกค้า และงดส่งคำขอจนกว่าจะเปิดใช้อีกครั้ง',
  ],
  uncertified: [
    'This account isn’t certified yet; submit the certification in the console and wait for approval.',
    '账户尚未认证；请在后台提交认证并等待审核通过。',
    'Esta cuenta aún no está verificada; envíe la verificación en la consola y espere su aprobación.',
    'บัญชีนี้ยังไม่ได้ยืนยันตัวตน โปรดยืนยันตัวตนในระบบหลังบ้านและรอการอนุมัติ',
  ],
  order_no_missing: ['The order number is missing; the plugin must send it as out_trade_no.', '缺少订单号；插件须以 out_trade_no 发送。', 'Falta el número de pedido; el complemento debe enviarlo como out_trade_no.', 'ไม่มีหมายเลขคำสั่งซื้อ ปลั๊กอินต้องส่งเป็น out_trade_no'],
  order_no_form: [
    'The order number contains unsupported characters; use 1 to 64 letters, digits, dots and _ - | in out_trade_no.',
    '订单号含有不支持的字符；out_trade_no 请使用 1 至 64 个字母、数字、点或 _ - |。',
    'El número de pedido tiene caracteres no admitidos; use de 1 a 64 letras, cifras, puntos y _ - | en out_trade_no.',
    'หมายเลขคำสั่งซื้อมีอักขระที่ไม่รองรับ โปรดใช้ตัวอักษร ตัวเลข จุด และ _ - | จำนวน 1 ถึง 64 ตัวใน out_trade_no',
  ],
  notify_url_missing: ['The callback URL is missing; the plugin must send it as notify_url.', '缺少回调地址；插件须以 notify_url 发送。', 'Falta la URL de notificación; el complemento debe enviarla como notify_url.', 'ไม่มี URL แจ้งผล ปลั๊กอินต้องส่งเป็น notify_url'],
  notify_url_form: [
    'The callback URL can’t be reached from outside or is too long; set the shop’s public http or https URL in its settings.',
    '回调地址无法从外部访问或过长；请在商城设置中填写公网 http 或 https 地址。',
    'La URL de notificación no es accesible desde fuera o es demasiado larga; indique en los ajustes de la tienda su URL pública http o https.',
    'URL แจ้งผลเข้าถึงจากภายนอกไม่ได้หรือยาวเกินไป โปรดตั้ง URL สาธารณะ http หรือ https ของร้านค้าในการตั้งค่าร้าน',
  ],
  notify_url_host: [
    'The callback URL’s host isn’t on your list; add it under Settings, or use a listed host.',
    '回调地址的主机不在允许列表中；请在“设置”中添加该主机，或使用已登记的主机。',
    'La URL de notificación usa un servidor que no está en la lista; agréguelo en los ajustes o use uno ya incluido.',
    'โฮสต์ของ URL แจ้งผลไม่อยู่ในรายการ โปรดเพิ่มโฮสต์ในแท็บตั้งค่า หรือใช้โฮสต์ที่อนุญาต',
  ],
  name_missing: ['The product name is missing; the plugin must send it as name.', '缺少商品名称；插件须以 name 发送。', 'Falta el nombre del producto; el complemento debe enviarlo como name.', 'ไม่มีชื่อสินค้า ปลั๊กอินต้องส่งเป็น name'],
  money_missing: ['The amount is missing; the plugin must send it as money.', '缺少金额；插件须以 money 发送。', 'Falta el importe; el complemento debe enviarlo como money.', 'ไม่มีจำนวนเงิน ปลั๊กอินต้องส่งเป็น money'],
  money_form: [
    'Invalid amount; money must be above zero, in digits with at most two decimals after a point.',
    '金额无效；money 须大于零，仅用数字，小数点后最多两位。',
    'El importe no es válido; money debe ser mayor que cero, en cifras y con dos decimales como máximo tras un punto.',
    'จำนวนเงินไม่ถูกต้อง money ต้องมากกว่าศูนย์ เป็นตัวเลข และมีทศนิยมหลังจุดไม่เกินสองตำแหน่ง',
  ],
  money_min: [
    'The amount is below the minimum of this type’s channel; raise it, or map the type to another channel.',
    '金额低于该支付方式所用通道的下限；请提高金额，或将该方式对应到其他通道。',
    'El importe es menor que el que admite el canal de este tipo; auméntelo o asigne el tipo a otro canal.',
    'จำนวนเงินต่ำกว่าที่ช่องทางของวิธีนี้รับ โปรดเพิ่มจำนวน หรือกำหนดวิธีนี้ไปยังช่องทางอื่น',
  ],
  money_max: [
    'The amount is above the maximum of this type’s channel; lower it, or map the type to another channel.',
    '金额高于该支付方式所用通道的上限；请降低金额，或将该方式对应到其他通道。',
    'El importe supera el que admite el canal de este tipo; redúzcalo o asigne el tipo a otro canal.',
    'จำนวนเงินเกินกว่าที่ช่องทางของวิธีนี้รับ โปรดลดจำนวน หรือกำหนดวิธีนี้ไปยังช่องทางอื่น',
  ],
  type_missing: [
    'The payment method is missing; mapi.php needs a type, while submit.php lets the payer choose.',
    '缺少支付方式；调用 mapi.php 必须发送 type，submit.php 则可由付款人选择。',
    'Falta la forma de pago; a mapi.php hay que enviarle type, mientras que submit.php deja elegir al pagador.',
    'ไม่มีวิธีชำระเงิน ต้องส่ง type ให้ mapi.php ส่วน submit.php ให้ผู้ชำระเงินเลือกได้',
  ],
  type_unknown: [
    'This payment method has no open channel; map the type to an open channel in the Shop plugins tab.',
    '该支付方式没有已开放的通道；请在“商城插件”页将其对应到已开放的通道。',
    'Esta forma de pago no tiene ningún canal abierto; asigne el tipo a un canal abierto en la pestaña de complementos.',
    'วิธีชำระเงินนี้ไม่มีช่องทางที่เปิดอยู่ โปรดกำหนดไปยังช่องทางที่เปิดอยู่ในแท็บปลั๊กอินร้านค้า',
  ],
  client_ip: [
    'The payer’s IP address is malformed; send one IPv4 or IPv6 address as clientip, or leave it out.',
    '付款人 IP 格式有误；clientip 请发送一个 IPv4 或 IPv6 地址，或不发送。',
    'La IP del pagador está mal escrita; envíe una dirección IPv4 o IPv6 en clientip u omítala.',
    'ที่อยู่ IP ของผู้ชำระเงินไม่ถูกต้อง โปรดส่งที่อยู่ IPv4 หรือ IPv6 หนึ่งรายการใน clientip หรือไม่ต้องส่ง',
  ],
  paid: [
    'This order is already paid; query it with act=order, and use a new number for a new order.',
    '该订单号已支付；可用 act=order 查询，新订单请使用新的订单号。',
    'El pedido de este número ya está pagado; consúltelo con act=order y use otro número para un pedido nuevo.',
    'คำสั่งซื้อหมายเลขนี้ชำระแล้ว ตรวจสอบได้ด้วย act=order และใช้หมายเลขใหม่สำหรับคำสั่งซื้อใหม่',
  ],
  changed: [
    'The same out_trade_no came before with a different amount, name, URL or param; repeat the same values to get the same order, or use a new number.',
    '相同的 out_trade_no 曾以不同的金额、名称、地址或 param 提交；如需同一订单请提交相同内容，否则请更换订单号。',
    'El mismo out_trade_no llegó antes con otro importe, nombre, URL o param; repita los mismos valores para obtener el mismo pedido o use otro número.',
    'out_trade_no เดียวกันเคยส่งมาด้วยจำนวนเงิน ชื่อ URL หรือ param อื่น โปรดส่งค่าเดิมเพื่อรับคำสั่งซื้อเดิม หรือใช้หมายเลขใหม่',
  ],
  expired: ['This order has expired; use a new out_trade_no.', '该订单号的支付时间已过；请使用新的 out_trade_no。', 'El plazo para pagar el pedido de este número terminó; use otro out_trade_no.', 'หมดเวลาชำระคำสั่งซื้อหมายเลขนี้แล้ว โปรดใช้ out_trade_no ใหม่'],
  failed: [
    'The payment provider didn’t respond; retry with the same out_trade_no, which never pays twice.',
    '支付渠道未响应；请用相同的 out_trade_no 重试，不会重复支付。',
    'El proveedor de pago no respondió; repita la petición con el mismo out_trade_no, que nunca paga dos veces.',
    'ผู้ให้บริการชำระเงินไม่ตอบ โปรดส่งซ้ำด้วย out_trade_no เดิม ระบบจะไม่จ่ายซ้ำ',
  ],

  key_wrong: [
    'The key in the URL isn’t the one in the Shop plugins tab; copy that key into the plugin again.',
    '请求中的密钥与“商城插件”页的密钥不一致；请重新将该密钥填入插件。',
    'La clave de la URL no es la de la pestaña de complementos; cópiela de nuevo en el complemento.',
    'คีย์ใน URL ไม่ตรงกับคีย์ในแท็บปลั๊กอินร้านค้า โปรดคัดลอกคีย์นั้นลงในปลั๊กอินใหม่',
  ],
  act_unknown: ['Unknown act; api.php supports query, settle, order, orders and refund.', '没有该 act；api.php 支持 query、settle、order、orders 和 refund。', 'act desconocido; api.php admite query, settle, order, orders y refund.', 'ไม่มี act นี้ api.php รองรับ query, settle, order, orders และ refund'],
  number_missing: ['The order number is missing; send trade_no or out_trade_no.', '缺少订单号；请发送 trade_no 或 out_trade_no。', 'Falta el número de pedido; envíe trade_no u out_trade_no.', 'ไม่มีหมายเลขคำสั่งซื้อ โปรดส่ง trade_no หรือ out_trade_no'],
  order_unknown: [
    'This merchant has no order with this number; check it, and whether it came through this interface.',
    '本商户没有该编号的订单；请核对编号，并确认订单是否经此接口创建。',
    'Ningún pedido de este comercio tiene este número; compruébelo, y si llegó por esta interfaz.',
    'ร้านค้านี้ไม่มีคำสั่งซื้อหมายเลขนี้ โปรดตรวจสอบ และดูว่าสร้างผ่านอินเทอร์เฟซนี้หรือไม่',
  ],
  refunds_off: ['This interface doesn’t offer refunds; ask customer support to reverse the order.', '此接口不提供退款；如需冲正订单请联系客服。', 'Esta interfaz no ofrece reembolsos; pida a atención al cliente que revierta el pedido.', 'อินเทอร์เฟซนี้ไม่รองรับการคืนเงิน โปรดติดต่อฝ่ายบริการลูกค้าเพื่อกลับรายการ'],
});

export const epayMistakeTexts = words<EpayMistake>({
  key_named: [
    'The key was appended with &key= in front; this protocol appends the key directly, without any separator.',
    '密钥前加了 &key=；本协议直接追加密钥，不加任何分隔符。',
    'La clave se agregó con &key= delante; este protocolo agrega la clave directamente, sin separador.',
    'ต่อคีย์โดยมี &key= นำหน้า โพรโทคอลนี้ต้องต่อคีย์โดยตรงโดยไม่มีตัวคั่น',
  ],
  key_missing: ['The key wasn’t signed; append it directly to the joined fields.', '签名原文缺少密钥；请在拼接好的字段后直接追加密钥。', 'Falta la clave en el texto firmado; agréguela directamente a los campos unidos.', 'ไม่ได้ต่อคีย์ในข้อความที่ลงนาม โปรดต่อคีย์ท้ายฟิลด์ที่รวมแล้วโดยตรง'],
  key_twice: ['The key was appended twice; append it once.', '密钥追加了两次；请只追加一次。', 'La clave se agregó dos veces; agréguela una sola vez.', 'ต่อคีย์ซ้ำสองครั้ง โปรดต่อเพียงครั้งเดียว'],
  key_other_case: [
    'The key’s letters were in a different case; use the key exactly as the Shop plugins tab shows it.',
    '密钥的字母大小写不一致；请原样使用“商城插件”页显示的密钥。',
    'La clave se usó con otras mayúsculas o minúsculas; úsela tal como aparece en la pestaña de complementos.',
    'ใช้คีย์ผิดตัวพิมพ์เล็กใหญ่ โปรดใช้ตามที่แสดงในแท็บปลั๊กอินร้านค้า',
  ],
  key_with_newline: [
    'The key has a line break or space at its end; paste it into the plugin again without it.',
    '密钥带有换行或空格；请重新填入插件并去除首尾空白。',
    'La clave lleva un salto de línea o un espacio; péguela de nuevo en el complemento sin ellos.',
    'คีย์มีการขึ้นบรรทัดใหม่หรือช่องว่างติดมา โปรดวางคีย์ในปลั๊กอินใหม่โดยไม่มีส่วนนั้น',
  ],
  gateway_key: ['The gateway’s key was used; plugins have their own key, shown in the Shop plugins tab.', '使用了网关密钥；插件有单独的密钥，见“商城插件”页。', 'Se usó la clave de la pasarela; los complementos tienen una propia, que aparece en su pestaña.', 'ใช้คีย์ของเกตเวย์ ปลั๊กอินมีคีย์แยกต่างหากซึ่งแสดงในแท็บปลั๊กอินร้านค้า'],
  former_key: ['An old key was used; replace it with the key shown in the Shop plugins tab.', '使用了旧密钥；请改用“商城插件”页显示的密钥。', 'Se usó una clave anterior; cámbiela por la que aparece en la pestaña de complementos.', 'ใช้คีย์เดิม โปรดเปลี่ยนเป็นคีย์ที่แสดงในแท็บปลั๊กอินร้านค้า'],
  values_encoded: [
    'URL-encoded values were signed; sign the plain values and encode only what you send.',
    '签名使用了 URL 编码后的值；请对原始值签名，只在发送时编码。',
    'Se firmaron valores codificados para URL; firme los valores sin codificar y codifique solo lo que envía.',
    'ลงนามบนค่าที่เข้ารหัส URL แล้ว โปรดลงนามบนค่าเดิม และเข้ารหัสเฉพาะตอนส่ง',
  ],
  money_rewritten: [
    'The amount was signed in a different form than sent, such as 10 for 10.00; sign exactly the text you send.',
    '签名的金额写法与发送的不一致（如 10 与 10.00）；请对实际发送的文本签名。',
    'El importe se firmó con otra escritura que la enviada, por ejemplo 10 en vez de 10.00; firme el mismo texto que envía.',
    'จำนวนเงินที่ลงนามเขียนต่างจากที่ส่ง เช่น 10 กับ 10.00 โปรดลงนามข้อความเดียวกับที่ส่ง',
  ],
  not_sorted: ['The fields weren’t sorted; sort them by name in ASCII order before joining them.', '字段未排序；拼接前请按字段名的 ASCII 顺序排序。', 'Los campos no se ordenaron; ordénelos por nombre en orden ASCII antes de unirlos.', 'ไม่ได้เรียงลำดับฟิลด์ โปรดเรียงตามชื่อตามลำดับ ASCII ก่อนต่อกัน'],
  sorted_ignoring_case: [
    'The fields were sorted ignoring case; sort by ASCII code, where capital letters come first.',
    '排序时忽略了大小写；请按 ASCII 码排序，大写字母在前。',
    'Los campos se ordenaron sin distinguir mayúsculas; ordene por código ASCII, con las mayúsculas primero.',
    'เรียงลำดับโดยไม่แยกตัวพิมพ์เล็กใหญ่ โปรดเรียงตามรหัส ASCII ซึ่งตัวพิมพ์ใหญ่มาก่อน',
  ],
  not_utf8: ['The text was signed in GBK; convert it to UTF-8 before signing and sending.', '签名时使用了 GBK 编码；签名和发送都请使用 UTF-8。', 'El texto se firmó en GBK; conviértalo a UTF-8 antes de firmar y enviar.', 'ลงนามข้อความเป็น GBK โปรดแปลงเป็น UTF-8 ก่อนลงนามและส่ง'],
  letters_other_case: [
    'The text was changed to lower or upper case before signing; only the signature itself may be in either case.',
    '签名前改变了原文的大小写；只有签名结果本身可用大写或小写。',
    'El texto se pasó a minúsculas o mayúsculas antes de firmar; solo la firma misma puede ir en cualquiera de las dos.',
    'มีการเปลี่ยนข้อความเป็นตัวพิมพ์เล็กหรือใหญ่ก่อนลงนาม เฉพาะตัวลายเซ็นเท่านั้นที่ใช้ตัวพิมพ์ใดก็ได้',
  ],
  sign_type_signed: ['The field sign_type was signed; leave sign and sign_type out of the text.', 'sign_type 参与了签名；签名原文请去掉 sign 和 sign_type。', 'Se firmó el campo sign_type; deje sign y sign_type fuera del texto.', 'ลงนามรวมฟิลด์ sign_type โปรดตัด sign และ sign_type ออกจากข้อความ'],
  field_missing: [
    'A field that was sent isn’t in the signed text; sign every field except sign and sign_type.',
    '有已发送的字段未参与签名；除 sign 和 sign_type 外的所有字段都须签名。',
    'Un campo enviado no está en el texto firmado; firme todos los campos salvo sign y sign_type.',
    'มีฟิลด์ที่ส่งแต่ไม่อยู่ในข้อความที่ลงนาม โปรดลงนามทุกฟิลด์ยกเว้น sign และ sign_type',
  ],
});

export function isEpayDiagnosis(name: unknown): name is EpayDiagnosis {
  return typeof name === 'string' && Object.hasOwn(epayDiagnosisTexts, name);
}
