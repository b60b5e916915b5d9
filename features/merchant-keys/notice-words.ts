/**
 * Notices about merchants’ keys, in the bell and by text message: one phrase per kind. Stored rows refer to the names, so never
 * rename one. A phrase never contains a link, so that users don't learn to follow links in messages.
 */
import { words } from '#foundation/core/words.ts';

export const merchantKeyNotices = words({
  key_changed: [
    'The API key of your account was changed. If this was not you, contact customer service at once.',
    '您的账户 API 密钥已更换。如非本人操作，请立即联系客服。',
    'Se ha cambiado la clave API de su cuenta. Si no ha sido usted, avise enseguida al servicio de atención.',
    'คีย์ API ของบัญชีคุณถูกเปลี่ยนแล้ว หากไม่ใช่คุณ โปรดติดต่อฝ่ายบริการลูกค้าทันที',
  ],
  key_ended: [
    'The old API key of your account was ended before its time. If this was not you, contact customer service at once.',
    '您的账户旧 API 密钥已提前停用。如非本人操作，请立即联系客服。',
    'La clave API anterior de su cuenta se ha dado por terminada antes de tiempo. Si no ha sido usted, avise enseguida al servicio de atención.',
    'คีย์ API เดิมของบัญชีคุณถูกยุติก่อนกำหนด หากไม่ใช่คุณ โปรดติดต่อฝ่ายบริการลูกค้าทันที',
  ],
  api_settings_changed: [
    'The API settings of your account were changed. If this was not you, contact customer service at once.',
    '您的账户 API 设置已修改。如非本人操作，请立即联系客服。',
    'Se han cambiado los ajustes de la API de su cuenta. Si no ha sido usted, avise enseguida al servicio de atención.',
    'การตั้งค่า API ของบัญชีคุณถูกเปลี่ยนแล้ว หากไม่ใช่คุณ โปรดติดต่อฝ่ายบริการลูกค้าทันที',
  ],
});
