/**
 * Notices about the ePay door, in the bell and by text message: one phrase per kind. Stored rows have the names, so never
 * rename one. A phrase never contains a link.
 */
import { words } from '#foundation/core/words.ts';

export const epayNotices = words({
  epay_changed: [
    'Your account’s shop plugin settings were changed. If this wasn’t you, contact customer support immediately.',
    '您的账户商城插件设置已修改。如非本人操作，请立即联系客服。',
    'Se han cambiado los ajustes de complementos de tienda de su cuenta. Si no ha sido usted, contacte de inmediato con atención al cliente.',
    'การตั้งค่าปลั๊กอินร้านค้าของบัญชีคุณถูกเปลี่ยนแล้ว หากไม่ใช่คุณ โปรดติดต่อฝ่ายบริการลูกค้าทันที',
  ],
  epay_key_changed: [
    'Your account’s shop plugin key was changed. If this wasn’t you, contact customer support immediately.',
    '您的账户商城插件密钥已更换。如非本人操作，请立即联系客服。',
    'Se ha cambiado la clave de complementos de tienda de su cuenta. Si no ha sido usted, contacte de inmediato con atención al cliente.',
    'คีย์ปลั๊กอินร้านค้าของบัญชีคุณถูกเปลี่ยนแล้ว หากไม่ใช่คุณ โปรดติดต่อฝ่ายบริการลูกค้าทันที',
  ],
});
