/** One sentence for each usual signing mistake: what was wrong, and how to mend it. */
import { words } from '#foundation/core/words.ts';
import type { SigningMistake, TimestampMistake } from './signing-mistakes.ts';

export const signingMistakeTexts = words<SigningMistake>({
  empties_kept: ['Fields with an empty value were signed; leave them out of the text before you sign.', '空值字段参与了签名；签名前请去掉值为空的字段。', 'Se firmaron campos vacíos; quítelos del texto antes de firmar.', 'นำช่องที่ไม่มีค่าไปลงลายเซ็นด้วย โปรดตัดช่องว่างออกก่อนลงลายเซ็น'],
  values_encoded: [
    'URL-encoded values were signed; sign the plain values and encode only what you send.',
    '签名使用了 URL 编码后的值；请对原始值签名，只在发送时编码。',
    'Se firmaron valores codificados para URL; firme los valores sin codificar y codifique solo lo que envía.',
    'ลงลายเซ็นบนค่าที่เข้ารหัส URL แล้ว โปรดลงลายเซ็นบนค่าเดิม และเข้ารหัสเฉพาะตอนส่ง',
  ],
  part_missing: [
    'A part was left out of the signed text; compare it line by line with the text that must be signed.',
    '签名原文缺少一部分；请与应签名的原文逐项比对。',
    'Falta una parte en el texto firmado; compárelo línea por línea con el que debe firmarse.',
    'ข้อความที่ลงลายเซ็นขาดไปบางส่วน โปรดเทียบทีละรายการกับข้อความที่ต้องลงลายเซ็น',
  ],
  key_missing: ['The key was not signed; append &key= and your key to the joined fields.', '签名原文缺少密钥；请在拼接好的字段后追加 &key= 和密钥。', 'Falta la clave en el texto firmado; añada &key= y su clave a los campos unidos.', 'ข้อความที่ลงลายเซ็นไม่มีคีย์ โปรดต่อท้ายด้วย &key= ตามด้วยคีย์ของคุณ'],
  key_twice: ['The key was appended twice; append &key= and your key once.', '密钥追加了两次；请只追加一次 &key= 和密钥。', 'La clave se añadió dos veces; añada &key= y su clave una sola vez.', 'ต่อท้ายคีย์สองครั้ง โปรดต่อท้าย &key= และคีย์เพียงครั้งเดียว'],
  key_joined_wrongly: ['The key was appended without &key= in front; append &key= and then your key.', '密钥前缺少 &key=；请先追加 &key=，再追加密钥。', 'La clave se añadió sin &key= delante; añada &key= y después su clave.', 'ต่อท้ายคีย์โดยไม่มี &key= นำหน้า โปรดใส่ &key= แล้วตามด้วยคีย์'],
  key_other_case: ['The key was used with its letters in another case; use it exactly as the page shows it.', '密钥的字母大小写不一致；请原样使用页面上显示的密钥。', 'La clave se usó con otras mayúsculas o minúsculas; úsela exactamente como se muestra.', 'ใช้คีย์ด้วยตัวพิมพ์เล็กใหญ่ไม่ตรง โปรดใช้คีย์ตามที่แสดงทุกตัวอักษร'],
  key_with_newline: [
    'The key was read with a line break or a blank; trim it after reading it from its file or setting.',
    '读取密钥时带入了换行或空格；从文件或配置读取后请去除首尾空白。',
    'La clave se leyó con un salto de línea o un espacio; recórtela después de leerla.',
    'คีย์ที่อ่านมามีการขึ้นบรรทัดใหม่หรือช่องว่างติดมา โปรดตัดออกหลังอ่านจากไฟล์หรือการตั้งค่า',
  ],
  old_key: ['An old key was used; replace it with the key that is shown on the tab Keys.', '使用了旧密钥；请改用「密钥」页中的当前密钥。', 'Se usó una clave antigua; cámbiela por la que aparece en la pestaña de claves.', 'ใช้คีย์เก่า โปรดเปลี่ยนเป็นคีย์ปัจจุบันในแท็บคีย์'],
  letters_other_case: [
    'Names or text were changed to lower or upper case before signing; sign them exactly as they are sent.',
    '签名前改变了字段名或原文的大小写；请按发送时的原样签名。',
    'Los nombres o el texto se pasaron a minúsculas o mayúsculas antes de firmar; fírmelos tal como se envían.',
    'มีการเปลี่ยนชื่อช่องหรือข้อความเป็นตัวพิมพ์เล็กหรือใหญ่ก่อนลงลายเซ็น โปรดลงลายเซ็นตามที่ส่งจริง',
  ],
  not_utf8: ['The text was signed in GBK; convert it to UTF-8 before you sign and send.', '签名时使用了 GBK 编码；签名和发送都请使用 UTF-8。', 'El texto se firmó en GBK; conviértalo a UTF-8 antes de firmar y enviar.', 'ลงลายเซ็นด้วยรหัสอักขระ GBK โปรดแปลงเป็น UTF-8 ก่อนลงลายเซ็นและส่ง'],
  not_sorted: ['The fields were not sorted; sort them by name in ASCII order before you join them.', '字段未排序；拼接前请按字段名的 ASCII 顺序排序。', 'Los campos no se ordenaron; ordénelos por nombre en orden ASCII antes de unirlos.', 'ไม่ได้เรียงลำดับช่อง โปรดเรียงตามชื่อแบบ ASCII ก่อนนำมาต่อกัน'],
  sorted_ignoring_case: [
    'The fields were sorted without regard to case; sort by ASCII code, where capital letters come first.',
    '排序时忽略了大小写；请按 ASCII 码排序，大写字母在前。',
    'Los campos se ordenaron sin distinguir mayúsculas; ordene por código ASCII, con las mayúsculas primero.',
    'เรียงลำดับโดยไม่แยกตัวพิมพ์เล็กใหญ่ โปรดเรียงตามรหัส ASCII ซึ่งตัวพิมพ์ใหญ่มาก่อน',
  ],
  body_written_again: [
    'Another body was signed than the one sent: a library wrote the fields again; sign the very bytes that you send.',
    '签名的请求体与发送的不一致：程序在签名后重新序列化了字段；请对实际发送的字节签名。',
    'Se firmó un cuerpo distinto del enviado: una biblioteca volvió a escribir los campos; firme exactamente los bytes que envía.',
    'เนื้อหาที่ลงลายเซ็นไม่ตรงกับที่ส่ง เพราะไลบรารีเขียนช่องใหม่อีกครั้ง โปรดลงลายเซ็นบนไบต์ที่ส่งจริง',
  ],
  body_not_hashed: [
    'The body itself stands in the signed text; put the hex SHA-256 of the body there.',
    '签名原文中直接放入了请求体；应放入请求体的十六进制 SHA-256。',
    'El texto firmado lleva el cuerpo tal cual; ponga en su lugar el SHA-256 del cuerpo en hexadecimal.',
    'ใส่เนื้อหาลงในข้อความที่ลงลายเซ็นโดยตรง โปรดใส่ค่า SHA-256 ของเนื้อหาเป็นเลขฐานสิบหกแทน',
  ],
  body_hash_other_case: ["The body's SHA-256 was written in capital letters; write it in lower-case hex.", '请求体的 SHA-256 使用了大写；请使用小写十六进制。', 'El SHA-256 del cuerpo va en mayúsculas; escríbalo en hexadecimal en minúsculas.', 'ค่า SHA-256 ของเนื้อหาเป็นตัวพิมพ์ใหญ่ โปรดเขียนเป็นเลขฐานสิบหกตัวพิมพ์เล็ก'],
  path_without_base: [
    'The path was signed without its beginning; sign the whole path, such as /gateway/v1/pay/create.',
    '签名的路径缺少前缀；请对完整路径签名，例如 /gateway/v1/pay/create。',
    'Se firmó la ruta sin su comienzo; firme la ruta completa, por ejemplo /gateway/v1/pay/create.',
    'ลงลายเซ็นบนเส้นทางที่ขาดส่วนต้น โปรดใช้เส้นทางเต็ม เช่น /gateway/v1/pay/create',
  ],
  path_with_host: [
    'The whole address was signed; sign only the path, from the first / after the host name.',
    '签名使用了完整网址；请只对主机名之后以 / 开头的路径签名。',
    'Se firmó la dirección entera; firme solo la ruta, desde la primera / tras el nombre del servidor.',
    'ลงลายเซ็นบนที่อยู่ทั้งหมด โปรดใช้เฉพาะเส้นทางตั้งแต่ / แรกหลังชื่อโฮสต์',
  ],
  method_other_case: ['The method was signed in lower case; write it in capital letters: POST.', '签名中的请求方法为小写；请使用大写 POST。', 'El método se firmó en minúsculas; escríbalo en mayúsculas: POST.', 'เขียนเมธอดเป็นตัวพิมพ์เล็ก โปรดเขียนเป็นตัวพิมพ์ใหญ่ POST'],
  method_wrong: ['Another method was signed than the one sent; every call is a POST.', '签名中的请求方法与实际不符；所有接口均使用 POST。', 'Se firmó un método distinto del enviado; todas las llamadas son POST.', 'เมธอดที่ลงลายเซ็นไม่ตรงกับที่ส่ง ทุกคำขอใช้ POST'],
  newlines_wrong: [
    'The lines were joined wrongly; put one line feed (byte 0A) between them and none at the end.',
    '各行的连接方式有误；行与行之间用一个换行符（字节 0A），末尾不加。',
    'Las líneas se unieron mal; ponga un salto de línea (byte 0A) entre ellas y ninguno al final.',
    'ต่อบรรทัดไม่ถูกต้อง โปรดคั่นด้วยการขึ้นบรรทัดใหม่หนึ่งครั้ง (ไบต์ 0A) และไม่ต้องใส่ตอนท้าย',
  ],
  hex_other_case: [
    'The signature has the wrong case; MD5 is written in capital hex, HMAC-SHA256 in lower-case hex.',
    '签名的大小写有误；MD5 使用大写十六进制，HMAC-SHA256 使用小写十六进制。',
    'La firma tiene mal las mayúsculas; MD5 va en hexadecimal en mayúsculas y HMAC-SHA256 en minúsculas.',
    'ตัวพิมพ์ของลายเซ็นไม่ถูกต้อง MD5 ใช้เลขฐานสิบหกตัวใหญ่ ส่วน HMAC-SHA256 ใช้ตัวเล็ก',
  ],
  base64_for_hex: ['The signature was sent in base64; send it in hex.', '签名以 Base64 发送；请改用十六进制。', 'La firma se envió en base64; envíela en hexadecimal.', 'ส่งลายเซ็นเป็น Base64 โปรดส่งเป็นเลขฐานสิบหก'],
  signature_not_base64: [
    'The RSA signature must be plain base64 in one line: no hex, no line breaks, no - or _.',
    'RSA 签名须为单行标准 Base64：不能是十六进制，不能含换行、- 或 _。',
    'La firma RSA debe ir en base64 normal en una línea: sin hexadecimal, saltos de línea, - ni _.',
    'ลายเซ็น RSA ต้องเป็น Base64 มาตรฐานบรรทัดเดียว ไม่ใช่เลขฐานสิบหก และไม่มีการขึ้นบรรทัดใหม่ - หรือ _',
  ],
});

export const timestampMistakeTexts = words<TimestampMistake>({
  milliseconds: ['The timestamp is in milliseconds; send whole seconds: divide it by 1000.', '时间戳单位为毫秒；请除以 1000，发送整数秒。', 'La marca de tiempo está en milisegundos; envíe segundos enteros: divídala entre 1000.', 'เวลาเป็นมิลลิวินาที โปรดหารด้วย 1000 แล้วส่งเป็นวินาทีเต็ม'],
  time_zone: [
    'The timestamp is {hours} h off: local time was taken for UTC; Unix seconds count from 1970 in UTC and know no time zone.',
    '时间戳相差 {hours} 小时：把本地时间当成了 UTC；Unix 秒数从 1970 年 UTC 起算，与时区无关。',
    'La marca de tiempo se desvía {hours} h: se tomó la hora local por UTC; los segundos Unix cuentan desde 1970 en UTC, sin zona horaria.',
    'เวลาคลาดเคลื่อน {hours} ชม. เพราะใช้เวลาท้องถิ่นแทน UTC วินาที Unix นับจากปี 1970 ตาม UTC ไม่ขึ้นกับเขตเวลา',
  ],
  clock: [
    'The timestamp is {seconds} s off; set the clock of the sending machine by NTP, and sign each request just before it is sent.',
    '时间戳相差 {seconds} 秒；请用 NTP 校准发送服务器的时钟，并在发送前才签名。',
    'La marca de tiempo se desvía {seconds} s; ajuste el reloj del equipo por NTP y firme cada petición justo antes de enviarla.',
    'เวลาคลาดเคลื่อน {seconds} วินาที โปรดตั้งนาฬิกาของเครื่องที่ส่งด้วย NTP และลงลายเซ็นก่อนส่งทันที',
  ],
  not_a_timestamp: ['The timestamp is not a number of seconds; send Unix seconds as digits only.', '时间戳不是秒数；请只用数字发送 Unix 秒数。', 'La marca de tiempo no es un número de segundos; envíe segundos Unix, solo cifras.', 'เวลาไม่ใช่จำนวนวินาที โปรดส่งวินาที Unix เป็นตัวเลขเท่านั้น'],
});
