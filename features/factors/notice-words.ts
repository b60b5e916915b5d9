/**
 * Notices about second factors, in the bell and by text message, one phrase per kind. Stored rows refer to the names:
 * never rename one. A phrase never contains a link, so that users don't learn to follow links in messages.
 */
import { words } from '#foundation/core/words.ts';

export const factorNotices = words({
  authenticator_bound: ['An authenticator was bound to your account.', '您的账户已绑定谷歌验证器。', 'Se ha vinculado un autenticador a su cuenta.', 'ผูกแอปยืนยันตัวตนกับบัญชีของคุณแล้ว'],
  authenticator_removed: [
    'The authenticator was removed from your account. If this was not you, contact customer service at once.',
    '您的账户已解绑谷歌验证器。如非本人操作，请立即联系客服。',
    'Se ha desvinculado el autenticador de su cuenta. Si no ha sido usted, avise enseguida al servicio de atención.',
    'ยกเลิกแอปยืนยันตัวตนจากบัญชีของคุณแล้ว หากไม่ใช่คุณ โปรดติดต่อฝ่ายบริการลูกค้าทันที',
  ],
});
