/**
 * Notices about certifications, in the bell and by text message: one phrase per kind. Stored rows refer to the names, so never
 * rename one. A phrase never contains a link, so that users don't learn to follow links in messages.
 */
import { words } from '#foundation/core/words.ts';

export const certificationNotices = words({
  certification_approved: ['Your certification was approved.', '您的实名认证已通过。', 'Su verificación ha sido aprobada.', 'การยืนยันตัวตนของคุณได้รับอนุมัติแล้ว'],
  certification_rejected: ['Your certification was rejected. Read the reviewer’s remark and submit it again.', '您的实名认证未通过，请查看审核备注后重新提交。', 'Su verificación ha sido rechazada. Lea las observaciones y vuelva a enviarla.', 'การยืนยันตัวตนของคุณไม่ผ่าน โปรดดูหมายเหตุแล้วส่งใหม่'],
  certification_revoked: ['Your certification was revoked. Read the reviewer’s remark and submit it again.', '您的实名认证已被撤销，请查看审核备注后重新提交。', 'Su verificación ha sido revocada. Lea las observaciones y vuelva a enviarla.', 'การยืนยันตัวตนของคุณถูกเพิกถอน โปรดดูหมายเหตุแล้วส่งใหม่'],
});
