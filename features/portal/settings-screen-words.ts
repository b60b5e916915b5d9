/** Strings of the tabs with settings and keys. */
import { words } from '#foundation/core/words.ts';

export const settingsWords = words({
  load_failed: ['The settings couldn’t be loaded', '设置加载失败', 'No se pudieron cargar los ajustes', 'โหลดการตั้งค่าไม่สำเร็จ'],

  // What a program needs
  first: ['New here?', '首次接入？', '¿Empieza ahora?', 'เพิ่งเริ่มใช้งาน?'],
  first_hint: ['Four steps to your first paid order, with a sample program ready to copy.', '四步完成第一笔付款订单，示例程序可直接复制。', 'Cuatro pasos hasta su primer pedido pagado, con un programa listo para copiar.', 'สี่ขั้นตอนสู่คำสั่งซื้อแรกที่ชำระแล้ว พร้อมโปรแกรมให้คัดลอก'],
  first_act: ['Start with the sample', '从示例开始', 'Empezar con el ejemplo', 'เริ่มจากตัวอย่าง'],
  access: ['What your program needs', '程序接入所需信息', 'Lo que necesita su programa', 'ข้อมูลที่โปรแกรมของคุณต้องใช้'],
  merchant_no: ['Merchant number', '商户号', 'Número de comercio', 'หมายเลขร้านค้า'],
  gateway: ['Gateway URL', '网关地址', 'URL de la pasarela', 'URL ของเกตเวย์'],
  key_hint: ['Key', '密钥', 'Clave', 'คีย์'],
  platform_key: ['Platform public key', '平台公钥', 'Clave pública de la plataforma', 'คีย์สาธารณะของแพลตฟอร์ม'],
  bits: ['{bits, number} bits', '{bits, number} 位', '{bits, number} bits', '{bits, number} บิต'],
  fingerprint: ['SHA-256 fingerprint', 'SHA-256 指纹', 'Huella SHA-256', 'ลายนิ้วมือ SHA-256'],
  your_ip: ['Your current IP address', '您当前的 IP 地址', 'Su dirección IP actual', 'ที่อยู่ IP ปัจจุบันของคุณ'],
  none_set: ['Not set', '未设置', 'Sin definir', 'ยังไม่ได้ตั้ง'],

  // The form
  settings: ['Settings', '设置', 'Ajustes', 'การตั้งค่า'],
  sign_types: ['Allowed sign types', '允许的签名类型', 'Tipos de firma admitidos', 'ประเภทลายเซ็นที่อนุญาต'],
  merchant_key: ['Your RSA public key', '您的 RSA 公钥', 'Su clave pública RSA', 'คีย์สาธารณะ RSA ของคุณ'],
  merchant_key_hint: ['PEM or base64. Leave empty to remove the key; RSA-SHA256 is then refused', 'PEM 或 Base64 格式。清空即删除公钥，之后将拒绝 RSA-SHA256', 'PEM o base64. Déjelo vacío para quitar la clave; RSA-SHA256 dejará de admitirse', 'รูปแบบ PEM หรือ base64 เว้นว่างเพื่อนำคีย์ออก จากนั้น RSA-SHA256 จะถูกปฏิเสธ'],
  request_ips: ['IP addresses of your servers', '服务器 IP 地址', 'Direcciones IP de sus servidores', 'ที่อยู่ IP ของเซิร์ฟเวอร์คุณ'],
  request_ips_hint: [
    'One per line, with a note after a space: 203.0.113.0/24 office. Empty allows every address, which MD5 doesn’t permit',
    '每行一个，空格后可加备注，例如：203.0.113.0/24 办公室。留空表示允许所有地址（MD5 不可留空）',
    'Una por línea, con una nota tras un espacio: 203.0.113.0/24 oficina. Vacío admite todas, salvo con MD5',
    'บรรทัดละหนึ่งรายการ เว้นวรรคแล้วใส่หมายเหตุ: 203.0.113.0/24 สำนักงาน เว้นว่างคือทุก IP ซึ่ง MD5 ไม่อนุญาต',
  ],
  login_ips: ['Allowed login IP addresses', '允许登录的 IP 地址', 'Direcciones IP para iniciar sesión', 'ที่อยู่ IP สำหรับเข้าสู่ระบบ'],
  login_ips_hint: ['Empty allows all. Otherwise sessions from any other address are logged out immediately', '留空表示不限制；填写后，来自其他地址的会话将立即退出', 'Vacío admite todas. Si no, las sesiones desde otras direcciones se cierran de inmediato', 'เว้นว่างคืออนุญาตทั้งหมด หากระบุ เซสชันจาก IP อื่นจะออกจากระบบทันที'],
  notify_hosts: ['Allowed callback hosts', '允许回调的主机', 'Servidores de notificación admitidos', 'โฮสต์ที่รับการแจ้งผลได้'],
  notify_hosts_hint: ['One per line: shop.example or shop.example:8443. Empty allows every host', '每行一个：shop.example 或 shop.example:8443。留空表示不限制', 'Uno por línea: shop.example o shop.example:8443. Vacío: todos', 'บรรทัดละหนึ่งรายการ: shop.example หรือ shop.example:8443 เว้นว่าง: ทุกโฮสต์'],
  save: ['Save settings', '保存设置', 'Guardar ajustes', 'บันทึกการตั้งค่า'],
  saved: ['Settings saved', '设置已保存', 'Ajustes guardados', 'บันทึกการตั้งค่าแล้ว'],
  exclude_title: ['Lock yourself out?', '确认将自己锁在外面？', '¿Bloquear su propio acceso?', 'ล็อกตัวเองออกหรือไม่'],
  exclude_act: ['Save and log out', '保存并退出登录', 'Guardar y cerrar sesión', 'บันทึกและออกจากระบบ'],

  // What is refused
  refused: ['Refused addresses, last 7 days', '最近 7 天被拒绝的地址', 'Direcciones rechazadas, últimos 7 días', 'ที่อยู่ที่ถูกปฏิเสธ 7 วันล่าสุด'],
  refused_none: ['No requests came from an address outside your list.', '没有来自列表以外地址的请求。', 'No llegó ninguna petición de fuera de su lista.', 'ไม่มีคำขอจากที่อยู่นอกรายการของคุณ'],
  address: ['IP address', 'IP 地址', 'Dirección IP', 'ที่อยู่ IP'],
  requests: ['Requests', '请求数', 'Peticiones', 'คำขอ'],
  last_at: ['Last', '最近一次', 'Última', 'ล่าสุด'],

  // Keys
  keys: ['Keys for MD5 and HMAC-SHA256', 'MD5 与 HMAC-SHA256 密钥', 'Claves para MD5 y HMAC-SHA256', 'คีย์สำหรับ MD5 และ HMAC-SHA256'],
  state: ['Status', '状态', 'Estado', 'สถานะ'],
  state_active: ['Active', '使用中', 'Activa', 'ใช้งานอยู่'],
  state_overlap: ['Old, still valid', '旧密钥，仍有效', 'Anterior, aún válida', 'คีย์เดิม ยังใช้ได้'],
  state_ended: ['Revoked', '已停用', 'Revocada', 'ยกเลิกแล้ว'],
  created: ['Created', '创建时间', 'Creada', 'สร้างเมื่อ'],
  until: ['Until', '有效期至', 'Hasta', 'ถึง'],
  last_used: ['Last used', '最近使用', 'Último uso', 'ใช้ล่าสุด'],
  no_key: ['None yet. It’s made when you first show it.', '尚无密钥，首次查看时生成。', 'Todavía ninguna. Se crea al mostrarla por primera vez.', 'ยังไม่มี ระบบจะสร้างเมื่อแสดงครั้งแรก'],
  never: ['Never', '从未使用', 'Nunca', 'ไม่เคย'],
  from_address: ['from {ip}', '来自 {ip}', 'desde {ip}', 'จาก {ip}'],
  show: ['Show key', '查看密钥', 'Mostrar clave', 'แสดงคีย์'],
  rotate: ['Replace key', '更换密钥', 'Sustituir clave', 'เปลี่ยนคีย์'],
  end: ['Revoke old key', '停用旧密钥', 'Revocar la clave anterior', 'ยกเลิกคีย์เดิม'],
  show_what: [
    'Anyone with the key can sign on your behalf. It stays visible until you close this window, and viewing it is recorded in the operation log.',
    '持有密钥者可以您的名义签名。密钥仅在本窗口关闭前显示，并会记入操作日志。',
    'Quien tenga la clave puede firmar en su nombre. Se muestra hasta que cierre esta ventana y la consulta queda en el registro de actividad.',
    'ผู้ที่มีคีย์ลงนามในนามคุณได้ คีย์จะแสดงจนกว่าคุณจะปิดหน้าต่างนี้ และการเปิดดูจะถูกบันทึกในบันทึกการใช้งาน',
  ],
  rotate_what: [
    'Switch your programs to the new key while the old one is still valid. Until then, callbacks carry both signatures.',
    '旧密钥在重叠期内仍有效，请在此期间将程序切换到新密钥。期间回调会同时带两个签名。',
    'Cambie sus programas a la clave nueva mientras la anterior siga siendo válida. Hasta entonces las notificaciones llevan ambas firmas.',
    'โปรแกรมของคุณเปลี่ยนไปใช้คีย์ใหม่ได้ขณะที่คีย์เดิมยังใช้ได้ ระหว่างนั้นการแจ้งผลมีลายเซ็นทั้งสอง',
  ],
  rotate_ends_old: [
    'The old key {hint} is valid until {until}; replacing the key again revokes it immediately.',
    '旧密钥 {hint} 有效期至 {until}；再次更换后将立即停用。',
    'La clave anterior {hint} es válida hasta {until}; si vuelve a sustituir la clave, se revoca de inmediato.',
    'คีย์เดิม {hint} ใช้ได้ถึง {until} และจะถูกยกเลิกทันทีเมื่อเปลี่ยนคีย์อีกครั้ง',
  ],
  end_what: ['Requests signed with {hint} will be refused immediately. This can’t be undone.', '使用 {hint} 签名的请求将立即被拒绝，且无法撤销。', 'Las peticiones firmadas con {hint} se rechazarán de inmediato. No se puede deshacer.', 'คำขอที่ลงนามด้วย {hint} จะถูกปฏิเสธทันทีและย้อนกลับไม่ได้'],
  overlap_hours: ['Hours the old key stays valid', '旧密钥继续有效的小时数', 'Horas de validez de la clave anterior', 'จำนวนชั่วโมงที่คีย์เดิมยังใช้ได้'],
  overlap_hint: ['0 to 720; 0 revokes it immediately', '0 至 720；填 0 则立即停用', 'De 0 a 720; con 0 se revoca de inmediato', '0 ถึง 720 หากเป็น 0 คีย์เดิมจะถูกยกเลิกทันที'],
  new_key: ['New key', '密钥', 'La clave', 'คีย์'],
  done: ['Done', '完成', 'Listo', 'เสร็จสิ้น'],
  rotated: ['Key replaced', '密钥已更换', 'Clave sustituida', 'เปลี่ยนคีย์แล้ว'],
  ended: ['Old key revoked', '旧密钥已停用', 'Clave anterior revocada', 'ยกเลิกคีย์เดิมแล้ว'],

  // Use by sign type
  per_sign_type: ['Requests by sign type, last 7 days', '最近 7 天各签名类型请求数', 'Peticiones por tipo de firma, últimos 7 días', 'คำขอตามประเภทลายเซ็น 7 วันล่าสุด'],
  sign_type: ['Sign type', '签名类型', 'Tipo de firma', 'ประเภทลายเซ็น'],

  // Testing a pair
  test: ['Test an RSA key pair', '测试 RSA 密钥对', 'Probar un par de claves RSA', 'ทดสอบคู่คีย์ RSA'],
  test_hint: ['Sign any text with your private key and check it here before you save the public key.', '用私钥对任意文本签名，在保存公钥前于此验证。', 'Firme un texto con su clave privada y compruébelo aquí antes de guardar la pública.', 'ลงนามข้อความใดก็ได้ด้วยคีย์ส่วนตัว แล้วตรวจที่นี่ก่อนบันทึกคีย์สาธารณะ'],
  public_key: ['Public key', '公钥', 'Clave pública', 'คีย์สาธารณะ'],
  text: ['Text that was signed', '被签名的文本', 'Texto firmado', 'ข้อความที่ลงนาม'],
  signature: ['Signature in base64', 'Base64 签名', 'Firma en base64', 'ลายเซ็นแบบ base64'],
  test_act: ['Check', '验证', 'Comprobar', 'ตรวจสอบ'],
  test_valid: ['The signature matches this public key.', '签名与该公钥匹配。', 'La firma corresponde a esta clave pública.', 'ลายเซ็นตรงกับคีย์สาธารณะนี้'],
  test_invalid: [
    'The signature doesn’t match: a different key or text, or not RSA with SHA-256 and PKCS#1 v1.5.',
    '签名不匹配：密钥或文本不同，或未使用 RSA + SHA-256（PKCS#1 v1.5）。',
    'La firma no corresponde: otra clave, otro texto, o no es RSA con SHA-256 y PKCS#1 v1.5.',
    'ลายเซ็นไม่ตรง: คนละคีย์ คนละข้อความ หรือไม่ใช่ RSA กับ SHA-256 และ PKCS#1 v1.5',
  ],

  // What comes first
  no_pay_password: ['Set a payment password first', '请先设置支付密码', 'Cree primero una contraseña de pago', 'ตั้งรหัสผ่านชำระเงินก่อน'],
  no_pay_password_hint: ['It protects your keys and settings, and takes a minute to set.', '密钥和设置由支付密码保护，设置只需一分钟。', 'Protege sus claves y ajustes. Solo lleva un minuto.', 'ใช้ปกป้องคีย์และการตั้งค่าของคุณ ตั้งเสร็จภายในหนึ่งนาที'],
  set_pay_password: ['Set payment password', '设置支付密码', 'Crear contraseña de pago', 'ตั้งรหัสผ่านชำระเงิน'],
});
