/** Refusals of the role switch. */
import { words } from '#foundation/core/words.ts';

export const demoTexts = words({
  demo_role_closed: ['This role’s demo account was changed: log in with its username and password', '该角色的演示账户已被修改，请使用其用户名和密码登录', 'La cuenta de demostración de este perfil se ha modificado: inicie sesión con su usuario y contraseña', 'บัญชีทดลองของบทบาทนี้ถูกแก้ไขแล้ว โปรดเข้าสู่ระบบด้วยชื่อผู้ใช้และรหัสผ่าน'],
});
