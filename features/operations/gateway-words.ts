/** Strings of the operators' screen about the gateway's requests, besides those that members have. */
import { words } from '#foundation/core/words.ts';

export const operatorGatewayWords = words({
  hint: ['What members’ programs sent to the gateway in the last 30 days. Times are in {zone}.', '近 30 天内会员程序发往网关的请求。时间按 {zone}。', 'Lo que los programas de los miembros enviaron a la pasarela en los últimos 30 días. Horas en {zone}.', 'คำขอที่โปรแกรมของสมาชิกส่งถึงเกตเวย์ใน 30 วันที่ผ่านมา เวลาตาม {zone}'],
  recent: ['The last 24 hours. A member or a time shows more.', '显示最近 24 小时；指定会员或时间可查看更多。', 'Las últimas 24 horas. Con un miembro o una fecha se ve más.', '24 ชั่วโมงล่าสุด ระบุสมาชิกหรือเวลาเพื่อดูเพิ่ม'],
  member: ['Member', '会员', 'Miembro', 'สมาชิก'],
  member_no: ['Member number', '会员号', 'Número de miembro', 'หมายเลขสมาชิก'],
  outcome: ['Outcome', '结果', 'Estado', 'ผลโดยรวม'],
  served_yes: ['Served', '成功', 'Atendidas', 'สำเร็จ'],
  served_no: ['Refused', '已拒绝', 'Rechazadas', 'ถูกปฏิเสธ'],
  errors: ['Most frequent errors of 24 hours', '近 24 小时最常见的错误', 'Errores más frecuentes en 24 horas', 'ข้อผิดพลาดที่พบบ่อยใน 24 ชั่วโมง'],
  error_show: ['Show {count, number} × {error} of {member}', '查看 {member} 的 {count, number} 次 {error}', 'Ver {count, number} × {error} de {member}', 'ดู {error} ของ {member} {count, number} ครั้ง'],
  empty: ['No requests', '没有请求', 'No hay peticiones', 'ไม่มีคำขอ'],
  empty_hint: ['Choose another time or fewer filters.', '请更换时间或减少筛选条件。', 'Elija otra fecha o menos filtros.', 'เลือกเวลาอื่นหรือลดตัวกรอง'],
});
