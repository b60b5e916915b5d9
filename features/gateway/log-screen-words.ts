/** Strings for the tab Requests: the list, the errors of a day, and one request. */
import { words } from '#foundation/core/words.ts';

export const logScreenWords = words({
  counted_requests: ['{count, plural, one {# request} other {# requests}}', '{count, number} 个请求', '{count, plural, one {# petición} other {# peticiones}}', 'คำขอ {count, number} รายการ'],
  counted_requests_at_least: ['{count, number}+ requests', '{count, number}+ 个请求', '{count, number} peticiones o más', 'คำขอ {count, number} รายการขึ้นไป'],
  requests: ['Requests', '请求', 'Peticiones', 'คำขอ'],
  hint: ['What your programs sent to the gateway in the last 30 days. Times are in {zone}.', '近 30 天内您的程序发往网关的请求。时间按 {zone}。', 'Lo que sus programas enviaron a la pasarela en los últimos 30 días. Horas en {zone}.', 'คำขอที่โปรแกรมของคุณส่งถึงเกตเวย์ใน 30 วันที่ผ่านมา เวลาตาม {zone}'],
  find: ['Order number, IP address or request ID', '订单号、IP 地址或请求编号', 'Número de pedido, dirección IP o ID de petición', 'หมายเลขคำสั่งซื้อ IP หรือรหัสคำขอ'],
  at: ['Time', '时间', 'Hora', 'เวลา'],
  path: ['Call', '接口', 'Llamada', 'คำสั่ง'],
  order_no: ['Order number', '商户订单号', 'Número de pedido', 'หมายเลขคำสั่งซื้อ'],
  result: ['Result', '结果', 'Resultado', 'ผลลัพธ์'],
  served: ['Succeeded', '成功', 'Correcta', 'สำเร็จ'],
  http_status: ['HTTP', 'HTTP', 'HTTP', 'HTTP'],
  duration: ['Duration', '耗时', 'Duración', 'ระยะเวลา'],
  ms: ['{ms, number} ms', '{ms, number} 毫秒', '{ms, number} ms', '{ms, number} มิลลิวินาที'],
  ip: ['IP address', '来源 IP', 'Dirección IP', 'ที่อยู่ IP'],
  sign_type: ['Sign type', '签名类型', 'Tipo de firma', 'ประเภทลายเซ็น'],
  key: ['Key', '密钥', 'Clave', 'คีย์'],
  key_new: ['New', '新', 'Nueva', 'ใหม่'],
  key_old: ['Old', '旧', 'Antigua', 'เก่า'],
  request_id: ['Request ID', '请求编号', 'ID de petición', 'รหัสคำขอ'],

  // Errors of 24 hours, and what is not in the list
  errors: ['Errors in the last 24 hours', '近 24 小时的错误', 'Errores de las últimas 24 horas', 'ข้อผิดพลาดใน 24 ชั่วโมงที่ผ่านมา'],
  errors_none: ['No errors in the last 24 hours', '近 24 小时没有错误', 'Sin errores en las últimas 24 horas', 'ไม่มีข้อผิดพลาดใน 24 ชั่วโมงที่ผ่านมา'],
  error_show: ['Show {count, number} × {error} of {path}', '查看 {path} 的 {count, number} 次 {error}', 'Ver {count, number} × {error} de {path}', 'ดู {error} ของ {path} {count, number} ครั้ง'],
  not_kept_unsigned: ['{count, number} more with a wrong signature weren’t kept.', '另有 {count, number} 个签名错误的请求未保留。', 'No se guardaron otras {count, number} con firma incorrecta.', 'ไม่ได้เก็บคำขอที่ลายเซ็นไม่ถูกต้องอีก {count, number} รายการ'],
  not_kept_served: [
    '{count, number} more successful ones weren’t kept: the log keeps {rate, number} of them per second.',
    '另有 {count, number} 个成功的请求未保留：日志每秒保留 {rate, number} 个。',
    'No se guardaron otras {count, number} correctas: el registro guarda {rate, number} por segundo.',
    'ไม่ได้เก็บคำขอที่สำเร็จอีก {count, number} รายการ บันทึกเก็บได้ {rate, number} รายการต่อวินาที',
  ],
  not_kept_lost: ['{count, number} more weren’t kept, because the platform was busy.', '因平台繁忙，另有 {count, number} 个请求未保留。', 'No se guardaron otras {count, number} porque la plataforma estaba ocupada.', 'ไม่ได้เก็บอีก {count, number} รายการ เพราะแพลตฟอร์มกำลังทำงานหนัก'],

  // The first request
  empty_title: ['No requests yet', '暂无请求', 'Todavía no hay peticiones', 'ยังไม่มีคำขอ'],
  empty_hint: [
    'Copy a /balance sample from the reference, add your key and run it: it changes nothing and shows up here right away.',
    '从接口文档复制 /balance 示例，填入密钥并运行：该请求不会产生任何变更，并会立即显示在这里。',
    'Copie de la referencia un ejemplo de /balance, ponga su clave y ejecútelo: no cambia nada y aparece aquí al instante.',
    'คัดลอกตัวอย่าง /balance จากเอกสารอ้างอิง ใส่คีย์ของคุณแล้วเรียกใช้ คำขอนี้ไม่เปลี่ยนแปลงข้อมูลใด และจะแสดงที่นี่ทันที',
  ],
  open_samples: ['Open the samples', '查看示例', 'Abrir los ejemplos', 'เปิดตัวอย่าง'],

  // One request
  request: ['Request', '请求详情', 'Petición', 'คำขอ'],
  missing_title: ['Request not found in the log', '日志中没有该请求', 'Esta petición no está en el registro', 'ไม่มีคำขอนี้ในบันทึก'],
  missing_hint: ['Requests are kept for 30 days.', '请求保留 30 天。', 'Las peticiones se guardan 30 días.', 'คำขอจะถูกเก็บไว้ 30 วัน'],
  load_failed: ['The request couldn’t be loaded', '请求加载失败', 'No se pudo cargar la petición', 'โหลดคำขอไม่สำเร็จ'],
  what_to_do: ['What to do', '处理建议', 'Qué hacer', 'สิ่งที่ต้องทำ'],
  fields: ['Fields as received', '收到的字段', 'Campos recibidos', 'ฟิลด์ที่ได้รับ'],
  no_fields: ['No fields', '无字段', 'Sin campos', 'ไม่มีฟิลด์'],
  empty_value: ['empty', '空', 'vacío', 'ว่าง'],
  headers: ['Headers', '请求头', 'Cabeceras', 'ส่วนหัว'],
  signature: ['Signature as received', '收到的签名', 'Firma recibida', 'ลายเซ็นที่ได้รับ'],
  signed_text: ['Text that should be signed', '应签名的原文', 'El texto que debe firmarse', 'ข้อความที่ต้องลงนาม'],
  sent_text: ['Text that was signed', '实际签名的原文', 'El texto que se firmó', 'ข้อความที่ลงนามจริง'],
  differs_at: ['The first difference is at character {at, number}.', '两者从第 {at, number} 个字符起不同。', 'La primera diferencia está en el carácter {at, number}.', 'เริ่มต่างกันที่อักขระที่ {at, number}'],
  reply: ['Response', '应答', 'Respuesta', 'คำตอบ'],
  no_reply: ['No response', '未生成应答', 'No hubo respuesta', 'ไม่มีคำตอบ'],
  took: ['HTTP {status} after {ms, number} ms', 'HTTP {status}，耗时 {ms, number} 毫秒', 'HTTP {status} tras {ms, number} ms', 'HTTP {status} ใช้เวลา {ms, number} มิลลิวินาที'],
});
