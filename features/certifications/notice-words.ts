/**
 * What notices say about certifications, in the bell and by text message: one phrase a kind. Rows keep the names: never change one.
 * A phrase holds no link, so that nobody learns to follow one.
 */
import { words } from '#foundation/core/words.ts';

export const certificationNotices = words({
  certification_approved: ['Your certification was approved.', '您的实名认证已通过。', 'Su verificación ha sido aprobada.', 'การยืนยันตัวตนของคุณได้รับอนุมัติแล้ว'],
  certification_rejected: ['Your certification was rejected. See the remark and send it again.', '您的实名认证未通过，请查看审核备注后重新提交。', 'Su verificación ha sido rechazada. Lea la observación y vuelva a enviarla.', 'การยืนยันตัวตนของคุณไม่ผ่าน โปรดดูหมายเหตุแล้วส่งใหม่'],
});
