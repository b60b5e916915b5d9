/** Column headers and results of the operation log, on the screen and in an export. */
import { words } from '#foundation/core/words.ts';

export const logColumns = words({
  time: ['Time', '时间', 'Hora', 'เวลา'],
  action: ['Action', '操作', 'Acción', 'การดำเนินการ'],
  object: ['Subject', '对象', 'Objeto', 'รายการ'],
  ip: ['IP address', 'IP 地址', 'Dirección IP', 'ที่อยู่ IP'],
  device: ['Device', '设备', 'Dispositivo', 'อุปกรณ์'],
  result: ['Result', '结果', 'Resultado', 'ผลลัพธ์'],
  done: ['Done', '成功', 'Hecho', 'สำเร็จ'],
  refused: ['Refused', '已拒绝', 'Rechazado', 'ถูกปฏิเสธ'],
  who: ['User', '用户', 'Usuario', 'ผู้ใช้'],
  member: ['Member', '会员', 'Miembro', 'สมาชิก'],
  platform: ['The platform', '平台', 'La plataforma', 'แพลตฟอร์ม'],
});
