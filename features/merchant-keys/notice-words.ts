/**
 * Notices about merchants’ keys, in the bell and by text message: one phrase per kind. Stored rows refer to the names, so never
 * rename one. A phrase never contains a link, so that users don't learn to follow links in messages.
 */
import { words } from '#foundation/core/words.ts';

export const merchantKeyNotices = words({
  key_changed: [
    'Your account’s API key was changed. If this wasn’t you, contact customer support immediately.',
    '您的账户 API 密钥已更换。如非本人操作，请立即联系客服。',
    'Se ha cambiado la clave API de su cuenta. Si no ha sido usted, contacte de inmediato con atención al cliente.',
    'คีย์ API ของบัญชีคุณถูกเปลี่ยนแล้ว หากไม่ใช่คุณ โปรดติดต่อฝ่ายบริการลูกค้าทันที',
  ],
  key_ended: [
    'Your account’s old API key was revoked early. If this wasn’t you, contact customer support immediately.',
    '您的账户旧 API 密钥已提前停用。如非本人操作，请立即联系客服。',
    'La clave API anterior de su cuenta se ha revocado antes de tiempo. Si no ha sido usted, contacte de inmediato con atención al cliente.',
    'คีย์ API เดิมของบัญชีคุณถูกยกเลิกก่อนกำหนด หากไม่ใช่คุณ โปรดติดต่อฝ่ายบริการลูกค้าทันที',
  ],
  api_settings_changed: [
    'Your account’s API settings were changed. If this wasn’t you, contact customer support immediately.',
    '您的账户 API 设置已修改。如非本人操作，请立即联系客服。',
    'Se han cambiado los ajustes de la API de su cuenta. Si no ha sido usted, contacte de inmediato con atención al cliente.',
    'การตั้งค่า API ของบัญชีคุณถูกเปลี่ยนแล้ว หากไม่ใช่คุณ โปรดติดต่อฝ่ายบริการลูกค้าทันที',
  ],
});
