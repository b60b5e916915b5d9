/** Texts for the reasons why a callback was not delivered, by the stored error name. */
import { words } from '#foundation/core/words.ts';

export const callbackFaultWords = words({
  fault_no_content: ['Nothing to send', '没有可发送的内容', 'No había nada que enviar', 'ไม่มีข้อมูลที่จะส่ง'],
  fault_unsignable: ['No key to sign with', '缺少签名密钥', 'Falta la clave para firmar', 'ไม่มีคีย์สำหรับลงนาม'],
  fault_http_status: ['Your server returned an error', '您的服务器返回错误状态', 'Su servidor respondió con un error', 'เซิร์ฟเวอร์ของคุณตอบกลับด้วยข้อผิดพลาด'],
  fault_not_acknowledged: ['Your server didn’t answer “success”', '您的服务器未返回 success', 'Su servidor no respondió «success»', 'เซิร์ฟเวอร์ของคุณไม่ได้ตอบ success'],
  fault_address_refused: ['The URL isn’t allowed', '不允许该地址', 'La URL no está permitida', 'ไม่อนุญาต URL นี้'],
  fault_dns: ['Host name not found', '域名无法解析', 'No se encontró el nombre del servidor', 'ไม่พบชื่อโฮสต์'],
  fault_connect: ['Couldn’t connect to your server', '无法连接您的服务器', 'No se pudo conectar con su servidor', 'เชื่อมต่อเซิร์ฟเวอร์ของคุณไม่ได้'],
  fault_tls: ['Couldn’t connect securely to your server', '无法与您的服务器建立安全连接', 'No se pudo conectar de forma segura con su servidor', 'เชื่อมต่อเซิร์ฟเวอร์ของคุณอย่างปลอดภัยไม่ได้'],
  fault_timeout: ['Your server didn’t answer in time', '您的服务器响应超时', 'Su servidor no respondió a tiempo', 'เซิร์ฟเวอร์ของคุณไม่ตอบในเวลาที่กำหนด'],
  fault_reset: ['Your server closed the connection', '您的服务器中断了连接', 'Su servidor cortó la conexión', 'เซิร์ฟเวอร์ของคุณตัดการเชื่อมต่อ'],
  fault_too_large: ['Your server’s answer was too long', '您的服务器返回内容过大', 'La respuesta de su servidor era demasiado larga', 'คำตอบจากเซิร์ฟเวอร์ของคุณยาวเกินไป'],
  fault_protocol: ['Your server’s answer wasn’t valid HTTP', '您的服务器返回的不是有效的 HTTP 响应', 'La respuesta de su servidor no era HTTP válido', 'คำตอบจากเซิร์ฟเวอร์ของคุณไม่ใช่ HTTP ที่ถูกต้อง'],
});

type Named<Word> = Word extends `fault_${infer Name}` ? Name : never;
export type CallbackFault = Named<keyof typeof callbackFaultWords>;

export function isCallbackFault(name: string): name is CallbackFault {
  return Object.hasOwn(callbackFaultWords, `fault_${name}`);
}
