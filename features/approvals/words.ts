/** Error texts for proposals that one operator makes and another confirms. */
import { words } from '#foundation/core/words.ts';

export const approvalTexts = words({
  reason_needed: ['Enter a reason of up to 200 characters', '请填写原因，最多 200 个字符', 'Indique el motivo, con 200 caracteres como máximo', 'ระบุเหตุผล ไม่เกิน 200 ตัวอักษร'],
  approval_waits: ['A proposal for this is already waiting for another operator', '已有提议等待另一位运营人员确认', 'Ya hay una propuesta que espera a otro operador', 'มีข้อเสนอของรายการนี้รอผู้ดูแลระบบอีกคนอยู่แล้ว'],
  own_proposal: ['You proposed this yourself, so another operator must decide', '这是您本人的提议，须由另一位运营人员确认', 'La propuesta es suya: decide otro operador', 'คุณเป็นผู้เสนอเอง ต้องให้ผู้ดูแลระบบอีกคนตัดสิน'],
  approval_decided: ['This proposal has already been decided', '该提议已处理', 'Esta propuesta ya se resolvió', 'ข้อเสนอนี้ตัดสินแล้ว'],
  approval_expired: ['This proposal has expired: it was made more than a day ago', '该提议已超过一天，已失效', 'Esta propuesta caducó: se hizo hace más de un día', 'ข้อเสนอนี้เกินหนึ่งวันและหมดอายุแล้ว'],
  approval_outdated: ['This changed since it was proposed; check it again', '当前状态与提议时不同，请重新核对', 'Ha cambiado desde que se propuso; revíselo de nuevo', 'รายการไม่เป็นเหมือนตอนเสนอแล้ว โปรดตรวจสอบอีกครั้ง'],
  confirm_after_reset: [
    'Your login or the proposer’s was reset less than a day ago. You can confirm in {hours, number} h, or ask another operator',
    '您或提议人的登录凭证在一天内被重置，{hours, number} 小时后才可确认，或由其他运营人员确认',
    'Su acceso o el de quien lo propuso se restableció hace menos de un día. Podrá confirmarlo dentro de {hours, number} h, o pídaselo a otro operador',
    'ข้อมูลเข้าสู่ระบบของคุณหรือผู้เสนอถูกรีเซ็ตภายในหนึ่งวันที่ผ่านมา ยืนยันได้ในอีก {hours, number} ชั่วโมง หรือให้ผู้ดูแลระบบคนอื่นยืนยัน',
  ],
  confirm_after_enabling: [
    'One of you re-enabled the other less than a day ago. You can confirm in {hours, number} h, or ask another operator',
    '您与提议人中的一方在一天内重新启用了另一方，{hours, number} 小时后才可确认，或由其他运营人员确认',
    'Uno de los dos reactivó al otro hace menos de un día. Podrá confirmarlo dentro de {hours, number} h, o pídaselo a otro operador',
    'คุณหรือผู้เสนอเปิดใช้งานอีกฝ่ายภายในหนึ่งวันที่ผ่านมา ยืนยันได้ในอีก {hours, number} ชั่วโมง หรือให้ผู้ดูแลระบบคนอื่นยืนยัน',
  ],
  confirm_after_granting: [
    'One of you invited the other or gave them more rights less than a day ago. You can confirm in {hours, number} h, or ask another operator',
    '您与提议人中的一方在一天内邀请了另一方或为其增加了权限，{hours, number} 小时后才可确认，或由其他运营人员确认',
    'Uno de los dos invitó al otro o le dio más permisos hace menos de un día. Podrá confirmarlo dentro de {hours, number} h, o pídaselo a otro operador',
    'คุณหรือผู้เสนอเชิญอีกฝ่ายหรือให้สิทธิ์เพิ่มภายในหนึ่งวันที่ผ่านมา ยืนยันได้ในอีก {hours, number} ชั่วโมง หรือให้ผู้ดูแลระบบคนอื่นยืนยัน',
  ],
  confirm_same_device: [
    'You and the proposer have used the same device. Confirm on your own device, or ask another operator',
    '您与提议人使用过同一台设备，请在您本人的设备上确认，或由其他运营人员确认',
    'Usted y quien lo propuso han usado el mismo dispositivo: confirme en el suyo propio o pídaselo a otro operador',
    'คุณกับผู้เสนอเคยใช้อุปกรณ์เดียวกัน โปรดยืนยันบนอุปกรณ์ของคุณเอง หรือให้ผู้ดูแลระบบคนอื่นยืนยัน',
  ],
  confirm_new_device: [
    'You or the proposer logged in on a new device without a second step. Confirm in {hours, number} h, from a known device, or ask another operator',
    '您或提议人在新设备上登录且未绑定二次验证，{hours, number} 小时后才可确认，也可在常用设备上确认，或由其他运营人员确认',
    'Usted o quien lo propuso inició sesión en un dispositivo nuevo y sin segundo paso. Confírmelo dentro de {hours, number} h, desde un dispositivo conocido, o pídaselo a otro operador',
    'คุณหรือผู้เสนอเข้าสู่ระบบด้วยอุปกรณ์ใหม่โดยไม่มีการยืนยันขั้นที่สอง ยืนยันได้ในอีก {hours, number} ชั่วโมง ใช้อุปกรณ์ที่เคยใช้ หรือให้ผู้ดูแลระบบคนอื่นยืนยัน',
  ],
});
