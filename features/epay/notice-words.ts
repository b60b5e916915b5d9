/**
 * Notices about the ePay door, in the bell and by text message: one phrase per kind. Stored rows have the names, so never
 * rename one. A phrase never contains a link.
 */
import { words } from '#foundation/core/words.ts';

export const epayNotices = words({
  epay_changed: [
    'The shop plugin interface of your account was changed. If this was not you, contact customer service at once.',
    '您的账户商城插件接口设置已更改。如非本人操作，请立即联系客服。',
    'Se ha cambiado la interfaz para tiendas de su cuenta. Si no ha sido usted, avise enseguida al servicio de atención.',
    'การตั้งค่าอินเทอร์เฟซปลั๊กอินร้านค้าของบัญชีคุณถูกเปลี่ยนแล้ว หากไม่ใช่คุณ โปรดติดต่อฝ่ายบริการลูกค้าทันที',
  ],
  epay_key_changed: [
    'The shop plugin key of your account was changed. If this was not you, contact customer service at once.',
    '您的账户商城插件密钥已更换。如非本人操作，请立即联系客服。',
    'Se ha cambiado la clave para tiendas de su cuenta. Si no ha sido usted, avise enseguida al servicio de atención.',
    'คีย์ปลั๊กอินร้านค้าของบัญชีคุณถูกเปลี่ยนแล้ว หากไม่ใช่คุณ โปรดติดต่อฝ่ายบริการลูกค้าทันที',
  ],
});
