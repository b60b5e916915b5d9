/** Error texts of the settings and keys of the developers' page. */
import { paymentTexts } from '#features/accounts/payment-words.ts';
import { words } from '#foundation/core/words.ts';

export const apiSettingsTexts = {
  ...paymentTexts,
  ...words({
    md5_needs_ips: ['MD5 requires a list of request IP addresses, with no range that admits everyone', '使用 MD5 时必须设置请求 IP 列表，且不能包含允许所有地址的网段', 'MD5 exige una lista de direcciones IP de petición, sin rangos que admitan a todos', 'การใช้ MD5 ต้องมีรายการที่อยู่ IP ของคำขอ และต้องไม่มีช่วงที่อนุญาตทุกที่อยู่'],
    login_ip_excludes_you: [
      'Your own address {ip} isn’t in this list, so you would be logged out immediately. Confirm if that’s what you want',
      '列表中没有您当前的地址 {ip}，保存后您将立即退出登录。如确认无误，请再次提交',
      'Su dirección {ip} no está en la lista: se cerraría su sesión de inmediato. Confirme si es lo que desea',
      'ที่อยู่ของคุณ {ip} ไม่อยู่ในรายการนี้ คุณจะออกจากระบบทันที โปรดยืนยันหากต้องการเช่นนั้น',
    ],
    key_is_private: [
      'This is a private key. Keep it on your server and enter the public key here; treat this private key as exposed and create a new pair',
      '这是私钥。请将私钥保存在您的服务器上，此处填写公钥；该私钥应视为已泄露，请重新生成密钥对',
      'Es una clave privada. Guárdela en su servidor e introduzca aquí la pública; considere expuesta esta clave y cree un par nuevo',
      'นี่คือคีย์ส่วนตัว โปรดเก็บไว้ในเซิร์ฟเวอร์ของคุณและกรอกคีย์สาธารณะ ควรถือว่าคีย์ส่วนตัวนี้รั่วแล้วและสร้างคู่ใหม่',
    ],
    key_weak: [
      'This key is too weak: it needs at least 2048 bits and a common exponent such as 65537',
      '该密钥强度不足：长度至少 2048 位，且须使用常用指数（如 65537）',
      'Esta clave es demasiado débil: debe tener 2048 bits o más y un exponente usual, como 65537',
      'คีย์นี้อ่อนเกินไป ต้องมีอย่างน้อย 2048 บิตและใช้เลขชี้กำลังปกติ เช่น 65537',
    ],
    key_too_long: ['This key has more than 8192 bits', '该密钥超过 8192 位', 'Esta clave tiene más de 8192 bits', 'คีย์นี้มีมากกว่า 8192 บิต'],
    public_key_form: ['This isn’t a readable RSA public key: paste it as PEM or base64', '无法识别该 RSA 公钥，请以 PEM 或 Base64 格式粘贴', 'No se puede leer como clave pública RSA: péguela en PEM o en base64', 'อ่านเป็นคีย์สาธารณะ RSA ไม่ได้ โปรดวางในรูปแบบ PEM หรือ base64'],
    public_key_taken: ['Another account already uses this key; create your own pair', '该公钥已被其他账户使用，请生成您自己的密钥对', 'Otra cuenta ya usa esta clave; cree un par propio', 'บัญชีอื่นใช้คีย์นี้แล้ว โปรดสร้างคู่คีย์ของคุณเอง'],
    sign_types_needed: ['Allow at least one sign type', '至少允许一种签名类型', 'Admita al menos un tipo de firma', 'อนุญาตประเภทลายเซ็นอย่างน้อยหนึ่งแบบ'],
    address_form: [
      'Enter an IPv4 or IPv6 address, or a range such as 203.0.113.0/24, no wider than /8 (IPv6: /16)',
      '请输入 IPv4 或 IPv6 地址，或网段（如 203.0.113.0/24），范围不得大于 /8（IPv6 为 /16）',
      'Introduzca una dirección IPv4 o IPv6, o un rango como 203.0.113.0/24, no más amplio que /8 (IPv6: /16)',
      'กรอกที่อยู่ IPv4 หรือ IPv6 หรือช่วง เช่น 203.0.113.0/24 ไม่กว้างกว่า /8 (IPv6: /16)',
    ],
    address_line: ['Line {line, number} isn’t an address or a range such as 203.0.113.0/24', '第 {line, number} 行不是有效的地址或网段（如 203.0.113.0/24）', 'La línea {line, number} no es una dirección ni un rango como 203.0.113.0/24', 'บรรทัดที่ {line, number} ไม่ใช่ที่อยู่หรือช่วง เช่น 203.0.113.0/24'],
    host_line: [
      'Line {line, number} isn’t a host such as shop.example or shop.example:8443',
      '第 {line, number} 行不是有效的主机（如 shop.example 或 shop.example:8443）',
      'La línea {line, number} no es un servidor como shop.example o shop.example:8443',
      'บรรทัดที่ {line, number} ไม่ใช่โฮสต์ เช่น shop.example หรือ shop.example:8443',
    ],
    too_many_addresses: ['At most 50 addresses', '最多 50 个地址', 'Como máximo 50 direcciones', 'ไม่เกิน 50 ที่อยู่'],
    note_form: ['At most 100 characters, on one line', '最多 100 个字符，仅限一行', 'Como máximo 100 caracteres en una línea', 'ไม่เกิน 100 ตัวอักษรในบรรทัดเดียว'],
    notify_host_form: ['Enter a host such as shop.example, or with a port: shop.example:8443', '请输入主机名（如 shop.example），可带端口（如 shop.example:8443）', 'Introduzca un servidor como shop.example, o con puerto: shop.example:8443', 'กรอกชื่อโฮสต์ เช่น shop.example หรือพร้อมพอร์ต เช่น shop.example:8443'],
    too_many_hosts: ['At most 50 hosts', '最多 50 个主机', 'Como máximo 50 servidores', 'ไม่เกิน 50 โฮสต์'],
  }),
};
