/** Texts for the reasons why a callback was not delivered, by the stored error name. */
import { words } from '#foundation/core/words.ts';

export const callbackFaultWords = words({
  fault_no_content: ['There was nothing to tell', '没有可通知的内容', 'No había nada que notificar', 'ไม่มีข้อมูลที่จะแจ้ง'],
  fault_unsignable: ['No key to sign it with', '缺少签名密钥', 'Falta la clave para firmar', 'ไม่มีคีย์สำหรับลงนาม'],
  fault_http_status: ['The receiver answered with an error', '接收方返回错误状态', 'El receptor respondió con un error', 'ปลายทางตอบกลับด้วยข้อผิดพลาด'],
  fault_not_acknowledged: ['The receiver did not answer "success"', '接收方未返回 success', 'El receptor no respondió «success»', 'ปลายทางไม่ได้ตอบว่า success'],
  fault_address_refused: ['The address is not allowed', '不允许该地址', 'La dirección no está permitida', 'ไม่อนุญาตที่อยู่นี้'],
  fault_dns: ['The receiver’s name was not found', '找不到接收方域名', 'No se encontró el nombre del receptor', 'ไม่พบชื่อของปลายทาง'],
  fault_connect: ['No connection to the receiver', '无法连接接收方', 'Sin conexión con el receptor', 'เชื่อมต่อปลายทางไม่ได้'],
  fault_tls: ['No secure connection to the receiver', '无法与接收方建立安全连接', 'Sin conexión segura con el receptor', 'เชื่อมต่อปลายทางอย่างปลอดภัยไม่ได้'],
  fault_timeout: ['The receiver did not answer in time', '接收方响应超时', 'El receptor no respondió a tiempo', 'ปลายทางไม่ตอบในเวลาที่กำหนด'],
  fault_reset: ['The receiver broke off', '接收方中断了连接', 'El receptor cortó la conexión', 'ปลายทางตัดการเชื่อมต่อ'],
  fault_too_large: ['The receiver’s answer was too long', '接收方响应过大', 'La respuesta del receptor era demasiado larga', 'คำตอบของปลายทางยาวเกินไป'],
  fault_protocol: ['The receiver’s answer made no sense', '接收方响应无法识别', 'La respuesta del receptor no era válida', 'คำตอบของปลายทางไม่ถูกต้อง'],
});

type Named<Word> = Word extends `fault_${infer Name}` ? Name : never;
export type CallbackFault = Named<keyof typeof callbackFaultWords>;

export function isCallbackFault(name: string): name is CallbackFault {
  return Object.hasOwn(callbackFaultWords, `fault_${name}`);
}
