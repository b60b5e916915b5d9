/** What the audit log knows people to do: one name an action, with what the log calls it. Names stay as they are: rows keep them. */
import { words } from '#foundation/core/words.ts';

export const auditActions = words({
  login: ['Logged in', '登录', 'Inicio de sesión', 'เข้าสู่ระบบ'],
  login_failed: ['Failed login', '登录失败', 'Inicio de sesión fallido', 'เข้าสู่ระบบไม่สำเร็จ'],
  logout: ['Logged out', '退出登录', 'Cierre de sesión', 'ออกจากระบบ'],
  password_changed: ['Login password changed', '修改登录密码', 'Cambio de contraseña', 'เปลี่ยนรหัสผ่านเข้าสู่ระบบ'],
  pay_password_set: ['Payment password set', '设置支付密码', 'Contraseña de pago creada', 'ตั้งรหัสผ่านชำระเงิน'],
  pay_password_changed: ['Payment password changed', '修改支付密码', 'Cambio de contraseña de pago', 'เปลี่ยนรหัสผ่านชำระเงิน'],
  authenticator_bound: ['Authenticator bound', '绑定谷歌验证器', 'Autenticador vinculado', 'ผูกแอปยืนยันตัวตน'],
  authenticator_removed: ['Authenticator removed', '解绑谷歌验证器', 'Autenticador desvinculado', 'ยกเลิกแอปยืนยันตัวตน'],
  recovery_code_used: ['Recovery code used', '使用恢复码', 'Código de recuperación usado', 'ใช้รหัสกู้คืน'],
  second_step_failed: ['Second step failed', '二次验证失败', 'Segundo paso fallido', 'ยืนยันขั้นที่สองไม่สำเร็จ'],
  phone_bound: ['Mobile number bound', '绑定手机', 'Móvil vinculado', 'ผูกหมายเลขมือถือ'],
  phone_removed: ['Mobile number removed', '解绑手机', 'Móvil desvinculado', 'ยกเลิกหมายเลขมือถือ'],
  certification_submitted: ['Certification submitted', '提交实名认证', 'Verificación enviada', 'ส่งเอกสารยืนยันตัวตน'],
  certification_decided: ['Certification decided', '审核实名认证', 'Verificación resuelta', 'พิจารณาการยืนยันตัวตน'],
  card_added: ['Bank card added', '添加银行卡', 'Tarjeta bancaria añadida', 'เพิ่มบัตรธนาคาร'],
  card_changed: ['Bank card changed', '修改银行卡', 'Tarjeta bancaria modificada', 'แก้ไขบัตรธนาคาร'],
  card_removed: ['Bank card removed', '删除银行卡', 'Tarjeta bancaria eliminada', 'ลบบัตรธนาคาร'],
  card_decided: ['Bank card decided', '审核银行卡', 'Tarjeta bancaria resuelta', 'พิจารณาบัตรธนาคาร'],
  profile_changed: ['Profile changed', '修改个人资料', 'Cambio de perfil', 'แก้ไขโปรไฟล์'],
  recharge_created: ['Recharge started', '发起充值', 'Recarga iniciada', 'เริ่มเติมเงิน'],
  withdrawal_applied: ['Withdrawal applied for', '申请提现', 'Retiro solicitado', 'ขอถอนเงิน'],
  withdrawal_cancelled: ['Withdrawal cancelled', '取消提现', 'Retiro cancelado', 'ยกเลิกการถอนเงิน'],
  withdrawal_retried: ['Withdrawal paid again', '重新付款提现', 'Retiro reintentado', 'จ่ายรายการถอนใหม่'],
  payout_cancelled: ['Payout cancelled', '取消代付', 'Pago cancelado', 'ยกเลิกรายการจ่าย'],
  payout_retried: ['Payout paid again', '重新付款代付', 'Pago reintentado', 'จ่ายรายการใหม่'],
  session_ended: ['Session signed out', '结束一个会话', 'Sesión cerrada', 'ออกจากระบบหนึ่งเซสชัน'],
  sessions_ended: ['Other sessions signed out', '结束其他会话', 'Otras sesiones cerradas', 'ออกจากระบบเซสชันอื่น'],
  operator_added: ['Operator added', '新增运营人员', 'Operador añadido', 'เพิ่มผู้ดูแลระบบ'],
  user_disabled: ['User disabled', '停用用户', 'Usuario desactivado', 'ระงับผู้ใช้'],
  user_enabled: ['User enabled', '启用用户', 'Usuario activado', 'เปิดใช้งานผู้ใช้'],
  factor_reset: ['Second factor reset', '重置二次验证', 'Segundo factor restablecido', 'รีเซ็ตการยืนยันขั้นที่สอง'],
  password_reset_started: ['Password reset link made', '生成密码重置链接', 'Enlace para restablecer la contraseña', 'สร้างลิงก์ตั้งรหัสผ่านใหม่'],
  password_reset: ['Login password reset', '重置登录密码', 'Contraseña restablecida', 'ตั้งรหัสผ่านเข้าสู่ระบบใหม่'],
  file_read: ['File read', '查看文件', 'Archivo consultado', 'เปิดดูไฟล์'],
});
export type AuditAction = keyof typeof auditActions;

export const auditActionNames = Object.keys(auditActions) as readonly AuditAction[];
