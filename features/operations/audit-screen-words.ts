/** Strings of the operators' screen about the log of all users. */
import { words } from '#foundation/core/words.ts';

export const auditScreenWords = words({
  hint: [
    'What every user and the platform did. Each entry is chained to the one before it. Times are in {zone}.',
    '所有用户和平台的操作记录，逐条相连。时间按 {zone}。',
    'Lo que hizo cada usuario y la plataforma. Cada registro se encadena al anterior. Horas en {zone}.',
    'สิ่งที่ผู้ใช้ทุกคนและแพลตฟอร์มทำ แต่ละรายการต่อกับรายการก่อนหน้า เวลาตาม {zone}',
  ],
  recent: ['The last seven days. A user, an object or a time shows more.', '显示最近七天；指定用户、对象或时间可查看更多。', 'Los últimos siete días. Con un usuario, un objeto o una fecha se ve más.', 'เจ็ดวันล่าสุด ระบุผู้ใช้ รายการ หรือเวลาเพื่อดูเพิ่ม'],
  find_user: ['Username', '用户名', 'Usuario', 'ชื่อผู้ใช้'],
  find_object: ['Subject begins with', '对象开头', 'El objeto empieza por', 'รายการขึ้นต้นด้วย'],
  counted: ['{count, plural, one {# entry} other {# entries}}', '{count, number} 条记录', '{count, plural, one {# registro} other {# registros}}', '{count, number} รายการ'],
  counted_at_least: ['More than {count, number} entries', '超过 {count, number} 条记录', 'Más de {count, number} registros', 'มากกว่า {count, number} รายการ'],
  empty: ['No entries', '没有记录', 'No hay registros', 'ไม่มีรายการ'],
  empty_hint: ['Choose another time or fewer filters.', '请更换时间或减少筛选条件。', 'Elija otra fecha o menos filtros.', 'เลือกเวลาอื่นหรือลดตัวกรอง'],
  verify: ['Verify', '校验', 'Verificar', 'ตรวจสอบ'],
  verify_title: ['Verify the log', '校验日志', 'Verificar el registro', 'ตรวจสอบบันทึก'],
  verify_what: [
    'Recomputes every entry of the time and user chosen above, and compares it with its chain.',
    '重新计算上方所选时间和用户的每条记录，并与其链比对。',
    'Vuelve a calcular cada registro del tiempo y usuario elegidos arriba y lo compara con su cadena.',
    'คำนวณทุกรายการของเวลาและผู้ใช้ที่เลือกด้านบนใหม่ แล้วเทียบกับสายของรายการ',
  ],
  verified: [
    'Whole: {rows, plural, one {# entry} other {# entries}} of {chains, plural, one {# user} other {# users}} checked, none was changed, added or removed.',
    '完好：已校验 {chains, number} 位用户的 {rows, number} 条记录，未发现更改、增加或删除。',
    'Íntegro: se comprobaron {rows, plural, one {# registro} other {# registros}} de {chains, plural, one {# usuario} other {# usuarios}}; ninguno se cambió, agregó ni quitó.',
    'ครบถ้วน: ตรวจ {rows, number} รายการของผู้ใช้ {chains, number} ราย ไม่มีการแก้ เพิ่ม หรือลบ',
  ],
  broken: ['Broken: {user}, entry {row}: {fault}', '异常：{user}，第 {row} 条：{fault}', 'Roto: {user}, registro {row}: {fault}', 'ผิดปกติ: {user} รายการที่ {row}: {fault}'],
  fault_chain_missing: ['the whole chain is missing', '整条链缺失', 'falta toda la cadena', 'สายหายทั้งหมด'],
  fault_row_missing: ['it is missing', '该条缺失', 'falta', 'รายการหายไป'],
  fault_row_changed: ['it was changed', '该条被更改', 'se cambió', 'รายการถูกแก้'],
  fault_end_missing: ['the chain’s end is missing', '链尾缺失', 'falta el final de la cadena', 'ปลายสายหายไป'],
  fault_end_forged: ['the chain’s end is forged', '链尾系伪造', 'el final de la cadena es falso', 'ปลายสายถูกปลอม'],
  fault_tail_cut_off: ['entries after it are missing', '其后的记录缺失', 'faltan los registros siguientes', 'รายการหลังจากนี้หายไป'],
  details: ['Entry', '记录', 'Registro', 'รายการ'],
});
