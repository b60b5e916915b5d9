/** What was wrong with an attempt, and how to mend it: one sentence each, for the receiver's developer. */
import { words } from '#foundation/core/words.ts';

export const adviceWords = words({
  to_https: [
    'Your server redirects http to https. Callbacks don’t follow redirects: use {location} as the callback URL.',
    '您的服务器将 http 地址跳转到 https。回调通知不跟随跳转，请将回调地址改为 {location}。',
    'Su servidor redirige de http a https. Las notificaciones no siguen redirecciones: indique {location} como URL de notificación.',
    'เซิร์ฟเวอร์ของคุณส่งต่อจาก http ไป https การแจ้งผลไม่ตามการเปลี่ยนเส้นทาง โปรดระบุ {location} เป็น URL แจ้งผล',
  ],
  redirected: [
    'Your server answered {status} with a redirect to {location}. Callbacks don’t follow redirects: use that address as the callback URL.',
    '您的服务器返回 {status} 并跳转到 {location}。回调通知不跟随跳转，请直接将该地址设为回调地址。',
    'Su servidor respondió {status} y redirige a {location}. Las notificaciones no siguen redirecciones: indique esa dirección como URL de notificación.',
    'เซิร์ฟเวอร์ตอบ {status} และชี้ไปที่ {location} การแจ้งผลไม่ตามการเปลี่ยนเส้นทาง โปรดใช้ที่อยู่นั้นเป็น URL แจ้งผล',
  ],
  redirected_nowhere: [
    'Your server answered {status}, a redirect without a target. Have the callback URL itself answer with the text success.',
    '您的服务器返回 {status}，但未给出跳转地址。请让回调地址直接返回文本 success。',
    'Su servidor respondió {status}, una redirección sin destino. La propia URL de notificación debe responder con el texto success.',
    'เซิร์ฟเวอร์ตอบ {status} ซึ่งเป็นการเปลี่ยนเส้นทางที่ไม่มีปลายทาง ให้ URL แจ้งผลตอบข้อความ success โดยตรง',
  ],
  dns: [
    'The host name {host} couldn’t be resolved. Check its spelling in the callback URL and its DNS record.',
    '无法解析域名 {host}。请检查回调地址的拼写及 DNS 记录。',
    'No se pudo resolver el nombre {host}. Revise cómo está escrito en la URL de notificación y su registro DNS.',
    'ค้นหาที่อยู่ของโฮสต์ {host} ไม่พบ โปรดตรวจสอบการสะกดใน URL แจ้งผลและระเบียน DNS',
  ],
  address_refused: [
    '{host} isn’t a public address, so nothing is sent there. Use an address that can be reached from the internet.',
    '{host} 不是公网地址，因此不会向其发送。请提供可从互联网访问的地址。',
    '{host} no es una dirección pública, por lo que no se envía nada. Indique una dirección accesible desde internet.',
    '{host} ไม่ใช่ที่อยู่สาธารณะ จึงไม่ส่งข้อมูลไปที่นั่น โปรดใช้ URL ที่เข้าถึงได้จากอินเทอร์เน็ต',
  ],
  tls: [
    'A secure connection to {host} failed. Check that its certificate matches this name, hasn’t expired and is sent with the full chain.',
    '无法与 {host} 建立安全连接。请检查证书是否与域名匹配、未过期，并附带完整证书链。',
    'Falló la conexión segura con {host}. Compruebe que su certificado es válido para este nombre, no ha caducado y se envía con toda su cadena.',
    'เชื่อมต่อ {host} อย่างปลอดภัยไม่ได้ โปรดตรวจสอบว่าใบรับรองตรงกับชื่อ ยังไม่หมดอายุ และส่งมาครบทั้งสายโซ่',
  ],
  connect: [
    '{host} isn’t responding. Check that your server is running and that your firewall allows this port.',
    '{host} 无响应。请确认服务器正在运行，且防火墙已放行该端口。',
    'Nada responde en {host}. Compruebe que su servidor está en marcha y que el cortafuegos deja pasar ese puerto.',
    'ไม่มีการตอบจาก {host} โปรดตรวจสอบว่าเซิร์ฟเวอร์ทำงานอยู่และไฟร์วอลล์เปิดพอร์ตนี้',
  ],
  reset: [
    '{host} closed the connection before answering. Check the log of your server or its proxy for a crash or a limit.',
    '{host} 在返回结果前断开了连接。请查看服务器或代理的日志，排查崩溃或限制。',
    '{host} cortó la conexión antes de responder. Busque un fallo o un límite en el registro de su servidor o de su proxy.',
    '{host} ตัดการเชื่อมต่อก่อนตอบ โปรดดูบันทึกของเซิร์ฟเวอร์หรือพร็อกซีว่ามีการหยุดทำงานหรือมีข้อจำกัดหรือไม่',
  ],
  timeout: [
    'Your server took longer than ten seconds. Store the callback, answer success immediately, and do the rest afterwards.',
    '您的服务器响应超过十秒。请先保存回调通知并立即返回 success，再处理后续业务。',
    'Su servidor tardó más de diez segundos. Guarde la notificación, responda success enseguida y haga el resto del trabajo después.',
    'เซิร์ฟเวอร์ใช้เวลาเกินสิบวินาที ให้บันทึกการแจ้งผล ตอบ success ทันที แล้วจึงทำงานส่วนที่เหลือ',
  ],
  forbidden: [
    'Your server answered {status} and denied access. Exempt the callback URL from login, CSRF protection and firewall rules, and check the signature instead.',
    '您的服务器返回 {status}，拒绝访问。请让回调地址免于登录、CSRF 校验和防火墙拦截，改为校验签名。',
    'Su servidor respondió {status} y no deja entrar. Exima la URL de notificación de inicio de sesión, protección CSRF y cortafuegos, y compruebe la firma en su lugar.',
    'เซิร์ฟเวอร์ตอบ {status} และไม่อนุญาตให้เข้า ให้ยกเว้น URL แจ้งผลจากการเข้าสู่ระบบ การป้องกัน CSRF และไฟร์วอลล์ แล้วตรวจลายเซ็นแทน',
  ],
  missing: [
    'Your server answered {status}: the path doesn’t exist. Check the path of the callback URL.',
    '您的服务器没有该路径，返回 {status}。请检查回调地址的路径。',
    'Su servidor no conoce esa ruta y respondió {status}. Revise la ruta de la URL de notificación.',
    'เซิร์ฟเวอร์ไม่มีเส้นทางนี้และตอบ {status} โปรดตรวจสอบเส้นทางของ URL แจ้งผล',
  ],
  method: [
    'Your server answered {status}: this path doesn’t accept the callback’s method. Have it accept a POST form, or GET for a shop plugin.',
    '您的服务器返回 {status}：该路径不接受回调通知所用的方法。请让其接受 POST 表单（商城插件为 GET）。',
    'Su servidor respondió {status}: esta ruta no admite el método de la notificación. Haga que acepte un formulario por POST, o GET si es un complemento de tienda.',
    'เซิร์ฟเวอร์ตอบ {status} เพราะเส้นทางนี้ไม่รับวิธีของการแจ้งผล ให้รับแบบฟอร์มด้วย POST หรือ GET สำหรับปลั๊กอินร้านค้า',
  ],
  too_many: [
    'Your server answered {status}, too many requests. Raise the limit for callbacks, or resend them at a lower rate.',
    '您的服务器返回 {status}（请求过多）。请放宽对回调通知的限制，或以较低速率重发。',
    'Su servidor respondió {status}, demasiadas peticiones. Suba el límite para las notificaciones o reenvíelas más despacio.',
    'เซิร์ฟเวอร์ตอบ {status} คำขอมากเกินไป ให้เพิ่มขีดจำกัดสำหรับการแจ้งผล หรือส่งซ้ำในอัตราที่ช้าลง',
  ],
  crashed: [
    'Your program failed with {status}. Its error log says why; the callback is retried on schedule.',
    '您的程序出错，返回 {status}。原因请查看程序的错误日志；系统会按计划重发该回调通知。',
    'Su programa falló con {status}. Su registro de errores dice por qué; la notificación se reintenta según el calendario.',
    'โปรแกรมของคุณล้มเหลวด้วย {status} ดูสาเหตุได้จากบันทึกข้อผิดพลาด ระบบจะส่งการแจ้งผลอีกครั้งตามกำหนด',
  ],
  status: [
    'Your server answered {status}. Only a status from 200 to 299 with the text success confirms a callback.',
    '您的服务器返回 {status}。只有状态码 200–299 且内容为 success 才表示已确认。',
    'Su servidor respondió {status}. Solo un estado de 200 a 299 con el texto success confirma una notificación.',
    'เซิร์ฟเวอร์ตอบ {status} มีเพียงสถานะ 200 ถึง 299 พร้อมข้อความ success เท่านั้นที่ยืนยันการแจ้งผล',
  ],
  empty: ['Your server answered with an empty body. Answer with the text success and nothing else.', '您的服务器返回了空内容。请仅返回文本 success。', 'Su servidor respondió con el cuerpo vacío. Responda con el texto success y nada más.', 'เซิร์ฟเวอร์ตอบโดยไม่มีเนื้อหา ให้ตอบข้อความ success เท่านั้น'],
  page: [
    'Your server answered with a web page, perhaps a login or error page. The entire body must be the text success.',
    '您的服务器返回了网页，可能是登录页或错误页。返回内容必须仅为文本 success。',
    'Su servidor respondió con una página web, quizá de acceso o de error. Todo el cuerpo debe ser el texto success.',
    'เซิร์ฟเวอร์ตอบเป็นหน้าเว็บ อาจเป็นหน้าเข้าสู่ระบบหรือหน้าข้อผิดพลาด เนื้อหาทั้งหมดต้องเป็นข้อความ success',
  ],
  json: [
    'Your server answered with JSON. The entire body must be the text success, without quotation marks or braces.',
    '您的服务器返回了 JSON。返回内容必须仅为文本 success，不带引号或括号。',
    'Su servidor respondió con JSON. Todo el cuerpo debe ser el texto success, sin comillas ni llaves.',
    'เซิร์ฟเวอร์ตอบเป็น JSON เนื้อหาทั้งหมดต้องเป็นข้อความ success โดยไม่มีเครื่องหมายคำพูดหรือวงเล็บปีกกา',
  ],
  more_than_success: [
    'Your server answered success together with other text. The entire body must be success: look for a warning or an extra echo.',
    '您的服务器除 success 外还返回了其他内容。返回内容必须仅为 success，请检查警告信息或多余的输出。',
    'Su servidor respondió success junto con otro texto. Todo el cuerpo debe ser success: busque un aviso o un segundo echo.',
    'เซิร์ฟเวอร์ตอบ success พร้อมข้อความอื่น เนื้อหาทั้งหมดต้องเป็น success เท่านั้น โปรดตรวจหาคำเตือนหรือการแสดงผลซ้ำ',
  ],
  rejected: [
    'Your program answered “{reply}” instead of success. If it rejected the signature, compare with “Check a signature”.',
    '您的程序返回“{reply}”，而非 success。若为验签失败，请使用“验签工具”比对。',
    'Su programa respondió «{reply}» en lugar de success. Si la firma le pareció incorrecta, compárela con «Comprobar una firma».',
    'โปรแกรมของคุณตอบ “{reply}” แทน success หากเห็นว่าลายเซ็นผิด โปรดเปรียบเทียบด้วย “ตรวจลายเซ็น”',
  ],
  too_large: ['Your server’s answer is too long to read. The entire body must be the text success.', '您的服务器返回内容过大。返回内容必须仅为文本 success。', 'Su servidor envió más de lo que se puede leer. Todo el cuerpo debe ser el texto success.', 'เซิร์ฟเวอร์ส่งข้อมูลมากเกินกว่าจะอ่านได้ เนื้อหาทั้งหมดต้องเป็นข้อความ success'],
  protocol: [
    '{host} doesn’t answer with HTTP. Check that the port of the callback URL is your web server’s port.',
    '{host} 返回的不是 HTTP 响应。请检查回调地址的端口是否为您的网站服务器端口。',
    'Lo que responde {host} no es HTTP. Compruebe que el puerto de la URL de notificación sea el de su servidor web.',
    'สิ่งที่ {host} ตอบไม่ใช่ HTTP โปรดตรวจสอบว่าพอร์ตของ URL แจ้งผลเป็นพอร์ตของเว็บเซิร์ฟเวอร์',
  ],
  no_content: ['There was nothing to send: the order no longer has a callback. You don’t need to do anything.', '没有可发送的内容：该订单已无需回调通知，无需处理。', 'No había nada que enviar: el pedido ya no tiene notificación. No hace falta hacer nada.', 'ไม่มีข้อมูลที่จะส่ง เพราะรายการนี้ไม่มีการแจ้งผลแล้ว ไม่ต้องดำเนินการใด ๆ'],
  unsignable: [
    'MD5 can’t sign a field of this callback. Avoid “&”, “=” and control characters in your fields, or use HMAC-SHA256.',
    '此回调通知的某个字段无法用 MD5 签名。请避免在字段中使用“&”“=”和控制字符，或改用 HMAC-SHA256。',
    'MD5 no puede firmar un campo de esta notificación. Evite «&», «=» y caracteres de control en sus campos, o use HMAC-SHA256.',
    'MD5 ลงนามฟิลด์หนึ่งของการแจ้งผลนี้ไม่ได้ ให้หลีกเลี่ยง “&” “=” และอักขระควบคุม หรือใช้ HMAC-SHA256',
  ],
});
