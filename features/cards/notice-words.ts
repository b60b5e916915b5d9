/**
 * Notices about cards, in the bell and by text message: one phrase per kind. Stored rows refer to the names, so never
 * rename one. A phrase never contains a link, so that users don't learn to follow links in messages.
 */
import { words } from '#foundation/core/words.ts';

export const cardNotices = words({
  card_added: [
    'A withdrawal account was added: {card}. If this wasn’t you, contact customer support immediately.',
    '您的账户已添加收款账户 {card}。如非本人操作，请立即联系客服。',
    'Se ha agregado una cuenta para retiros: {card}. Si no ha sido usted, contacte de inmediato con atención al cliente.',
    'เพิ่มบัญชีรับเงินถอนแล้ว: {card} หากไม่ใช่คุณ โปรดติดต่อฝ่ายบริการลูกค้าทันที',
  ],
  card_changed: [
    'A withdrawal account was changed: {card}. If this wasn’t you, contact customer support immediately.',
    '您的收款账户 {card} 已修改。如非本人操作，请立即联系客服。',
    'Se ha modificado una cuenta para retiros: {card}. Si no ha sido usted, contacte de inmediato con atención al cliente.',
    'บัญชีรับเงินถอนถูกแก้ไข: {card} หากไม่ใช่คุณ โปรดติดต่อฝ่ายบริการลูกค้าทันที',
  ],
  card_removed: [
    'A withdrawal account was removed: {card}. If this wasn’t you, contact customer support immediately.',
    '您的收款账户 {card} 已删除。如非本人操作，请立即联系客服。',
    'Se ha eliminado una cuenta para retiros: {card}. Si no ha sido usted, contacte de inmediato con atención al cliente.',
    'บัญชีรับเงินถอนถูกลบ: {card} หากไม่ใช่คุณ โปรดติดต่อฝ่ายบริการลูกค้าทันที',
  ],
  card_approved: ['Your account {card} was approved: you can now withdraw to it.', '您的收款账户 {card} 已通过审核，可用于提现。', 'Su cuenta {card} ha sido aprobada: ya puede retirar dinero a ella.', 'บัญชี {card} ของคุณได้รับอนุมัติแล้ว ใช้ถอนเงินได้'],
  card_rejected: ['Your account {card} was rejected. Read the reviewer’s remark and edit it.', '您的收款账户 {card} 未通过审核，请查看审核备注后修改。', 'Su cuenta {card} ha sido rechazada. Lea las observaciones y corríjala.', 'บัญชี {card} ของคุณไม่ผ่าน โปรดดูหมายเหตุแล้วแก้ไข'],
});
