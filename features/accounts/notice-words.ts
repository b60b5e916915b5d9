/**
 * Notices about logins, in the bell and by text message, one phrase per kind. Stored rows refer to the names: never
 * rename one. A phrase never contains a link, so that users don't learn to follow links in messages.
 */
import { words } from '#foundation/core/words.ts';

export const userNotices = words({
  new_device: [
    'New device logged in: {device}, {ip}. If this wasn’t you, change your password and log out your other sessions.',
    '新设备登录：{device}，{ip}。如非本人操作，请修改密码并退出其他会话。',
    'Inicio de sesión en un dispositivo nuevo: {device}, {ip}. Si no ha sido usted, cambie la contraseña y cierre las demás sesiones.',
    'มีการเข้าสู่ระบบจากอุปกรณ์ใหม่: {device}, {ip} หากไม่ใช่คุณ โปรดเปลี่ยนรหัสผ่านและออกจากระบบเซสชันอื่น',
  ],
  password_changed: [
    'Your login password was changed. If this wasn’t you, contact customer support immediately.',
    '您的登录密码已修改。如非本人操作，请立即联系客服。',
    'Se ha cambiado su contraseña de acceso. Si no ha sido usted, contacte de inmediato con atención al cliente.',
    'รหัสผ่านเข้าสู่ระบบของคุณถูกเปลี่ยนแล้ว หากไม่ใช่คุณ โปรดติดต่อฝ่ายบริการลูกค้าทันที',
  ],
  password_reset_started: [
    'Customer support created a link to reset your password. If you didn’t ask for it, contact customer support immediately.',
    '客服已为您的账户生成密码重置链接。如非您本人申请，请立即联系客服。',
    'Atención al cliente ha creado un enlace para restablecer su contraseña. Si no lo ha pedido, contacte de inmediato con atención al cliente.',
    'ฝ่ายบริการลูกค้าสร้างลิงก์ตั้งรหัสผ่านใหม่สำหรับบัญชีของคุณแล้ว หากคุณไม่ได้ขอ โปรดติดต่อฝ่ายบริการลูกค้าทันที',
  ],
  reset_proposed: [
    'Another operator proposed to reset your login. If you didn’t ask for it, tell the other operators immediately.',
    '另一位运营人员提议重置您的登录凭证。如非您本人申请，请立即告知其他运营人员。',
    'Otro operador ha propuesto restablecer su acceso. Si no lo ha pedido, avise de inmediato a los demás operadores.',
    'ผู้ดูแลระบบอีกคนเสนอให้รีเซ็ตการเข้าสู่ระบบของคุณ หากคุณไม่ได้ขอ โปรดแจ้งผู้ดูแลระบบคนอื่นทันที',
  ],
  login_enabled: [
    'Two operators re-enabled your login. If you didn’t ask for it, tell the other operators immediately.',
    '两位运营人员已重新启用您的登录。如非您本人申请，请立即告知其他运营人员。',
    'Dos operadores han reactivado su acceso. Si no lo ha pedido, avise de inmediato a los demás operadores.',
    'ผู้ดูแลระบบสองคนเปิดใช้งานการเข้าสู่ระบบของคุณอีกครั้ง หากคุณไม่ได้ขอ โปรดแจ้งผู้ดูแลระบบคนอื่นทันที',
  ],
  pay_password_changed: [
    'Your payment password was set or changed. If this wasn’t you, contact customer support immediately.',
    '您的支付密码已设置或修改。如非本人操作，请立即联系客服。',
    'Se ha creado o cambiado su contraseña de pago. Si no ha sido usted, contacte de inmediato con atención al cliente.',
    'มีการตั้งหรือเปลี่ยนรหัสผ่านชำระเงินของคุณ หากไม่ใช่คุณ โปรดติดต่อฝ่ายบริการลูกค้าทันที',
  ],
  phone_bound: ['A mobile number was added to your account.', '您的账户已绑定手机号。', 'Se ha vinculado un teléfono a su cuenta.', 'ผูกหมายเลขมือถือกับบัญชีของคุณแล้ว'],
  phone_removed: [
    'Your mobile number was removed from your account. If this wasn’t you, contact customer support immediately.',
    '您的账户已解绑手机号。如非本人操作，请立即联系客服。',
    'Se ha desvinculado el teléfono de su cuenta. Si no ha sido usted, contacte de inmediato con atención al cliente.',
    'หมายเลขมือถือถูกยกเลิกจากบัญชีของคุณ หากไม่ใช่คุณ โปรดติดต่อฝ่ายบริการลูกค้าทันที',
  ],
});
