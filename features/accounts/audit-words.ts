/** Audit log actions about logins, one phrase each. Stored rows refer to the names: never rename one. */
import { words } from '#foundation/core/words.ts';

export const userActions = words({
  login: ['Logged in', '登录', 'Inicio de sesión', 'เข้าสู่ระบบ'],
  login_failed: ['Login failed', '登录失败', 'Inicio de sesión fallido', 'เข้าสู่ระบบไม่สำเร็จ'],
  logout: ['Logged out', '退出登录', 'Cierre de sesión', 'ออกจากระบบ'],
  password_changed: ['Login password changed', '修改登录密码', 'Contraseña de acceso cambiada', 'เปลี่ยนรหัสผ่านเข้าสู่ระบบ'],
  pay_password_set: ['Payment password set', '设置支付密码', 'Contraseña de pago creada', 'ตั้งรหัสผ่านชำระเงิน'],
  pay_password_changed: ['Payment password changed', '修改支付密码', 'Contraseña de pago cambiada', 'เปลี่ยนรหัสผ่านชำระเงิน'],
  phone_bound: ['Mobile number added', '绑定手机号', 'Teléfono vinculado', 'ผูกหมายเลขมือถือ'],
  phone_removed: ['Mobile number removed', '解绑手机号', 'Teléfono desvinculado', 'ยกเลิกหมายเลขมือถือ'],
});

/** What operators do about users, and the password that a user sets with their link. */
export const operatorUserActions = words({
  operator_added: ['Operator added', '新增运营人员', 'Operador agregado', 'เพิ่มผู้ดูแลระบบ'],
  operator_reset: ['Operator’s login reset on the server', '在服务器上重置运营人员登录', 'Acceso de operador restablecido en el servidor', 'รีเซ็ตการเข้าสู่ระบบของผู้ดูแลระบบบนเซิร์ฟเวอร์'],
  user_disabled: ['User disabled', '停用用户', 'Usuario desactivado', 'ระงับผู้ใช้'],
  user_enabled: ['User enabled', '启用用户', 'Usuario activado', 'เปิดใช้งานผู้ใช้'],
  factor_reset: ['Second step reset', '重置二次验证', 'Segundo paso restablecido', 'รีเซ็ตการยืนยันขั้นที่สอง'],
  password_reset_started: ['Password reset link created', '生成密码重置链接', 'Enlace para restablecer la contraseña creado', 'สร้างลิงก์ตั้งรหัสผ่านใหม่'],
  password_reset: ['Login password reset', '重置登录密码', 'Contraseña de acceso restablecida', 'ตั้งรหัสผ่านเข้าสู่ระบบใหม่'],
});
