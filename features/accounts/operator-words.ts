/** Error texts for operators who manage users' logins, and the message that carries a reset link to an operator. */
import { approvalTexts } from '#features/approvals/words.ts';
import { factorTexts } from '#features/factors/words.ts';
import { words } from '#foundation/core/words.ts';

export const operatorUserTexts = {
  ...factorTexts,
  ...approvalTexts,
  ...words({
    own_user: ['You can’t do this to your own user; ask another operator', '不能对自己的用户执行此操作，请联系其他运营人员', 'No puede hacer esto con su propio usuario; pídaselo a otro operador', 'ทำกับผู้ใช้ของตนเองไม่ได้ โปรดให้ผู้ดูแลระบบคนอื่นทำ'],
    last_owner: ['This is the last owner: make somebody else an owner first', '这是最后一位所有者，请先指定其他所有者', 'Es el último propietario: nombre antes a otro', 'ผู้ใช้นี้เป็นเจ้าของคนสุดท้าย โปรดตั้งคนอื่นเป็นเจ้าของก่อน'],
    reset_link_unreachable: [
      'This operator hasn’t had a mobile number for a full day, so there’s nowhere to send the link; reset the login on the server instead',
      '该运营人员没有绑定满一天的手机号，无法发送链接，请在服务器上重置其登录凭证',
      'Este operador no tiene un teléfono vinculado desde hace al menos un día, así que no hay adónde enviar el enlace; restablezca el acceso en el servidor',
      'ผู้ดูแลระบบคนนี้ยังไม่มีหมายเลขมือถือที่ผูกไว้ครบหนึ่งวัน จึงส่งลิงก์ไม่ได้ โปรดรีเซ็ตบนเซิร์ฟเวอร์แทน',
    ],
    reset_link_not_sent: ['Confirmed, but the message with the link couldn’t be sent; propose it again later', '已确认，但包含链接的短信发送失败，请稍后重新提议', 'Se confirmó, pero no se pudo enviar el mensaje con el enlace; vuelva a proponerlo más tarde', 'ยืนยันแล้ว แต่ส่งข้อความที่มีลิงก์ไม่สำเร็จ โปรดเสนอใหม่ภายหลัง'],
  }),
};

export const resetMessages = words({
  message_reset: [
    '{name}: two operators approved a reset of your login. Set a new password within an hour: {link}',
    '【{name}】两位运营人员已批准重置您的登录密码。请在一小时内设置新密码：{link}',
    '{name}: dos operadores han aprobado restablecer su acceso. Cree una contraseña nueva en el plazo de una hora: {link}',
    '{name}: ผู้ดูแลระบบสองคนอนุมัติให้รีเซ็ตการเข้าสู่ระบบของคุณแล้ว ตั้งรหัสผ่านใหม่ภายในหนึ่งชั่วโมง: {link}',
  ],
});
