/**
 * Error texts for logging in and registering: refusals and field errors. The screens' own strings are in
 * screen-words.ts.
 */
import { stepTexts } from '#features/factors/step-words.ts';
import { smsTexts } from '#features/sms/words.ts';
import { words } from '#foundation/core/words.ts';

export const userTexts = {
  ...smsTexts,
  ...stepTexts,
  ...words({
    account_required: ['Enter your username or mobile number', '请输入用户名或手机号', 'Introduzca su usuario o teléfono', 'กรอกชื่อผู้ใช้หรือหมายเลขมือถือ'],
    password_form: ['Enter 6 to 16 characters without spaces', '请输入 6 到 16 位字符，不能包含空格', 'Introduzca de 6 a 16 caracteres sin espacios', 'กรอก 6 ถึง 16 ตัวอักษร ไม่มีช่องว่าง'],
    password_invisible: ['The password contains an invisible character; type it instead of pasting it', '密码含有看不见的字符，请手动输入，不要粘贴', 'La contraseña contiene un carácter invisible; escríbala en lugar de pegarla', 'รหัสผ่านมีอักขระที่มองไม่เห็น โปรดพิมพ์แทนการวาง'],
    username_form: ['Enter 3 to 12 letters, digits or underscores', '请输入 3 到 12 位字母、数字或下划线', 'Introduzca de 3 a 12 letras, cifras o guiones bajos', 'กรอกตัวอักษร ตัวเลข หรือขีดล่าง 3 ถึง 12 ตัว'],
    username_unknown: ['This username does not exist', '用户名不存在', 'Este usuario no existe', 'ไม่มีชื่อผู้ใช้นี้'],
    username_taken: ['This username is taken', '该用户名已被使用', 'Este usuario ya está en uso', 'ชื่อผู้ใช้นี้ถูกใช้แล้ว'],
    passwords_differ: ['The two password entries are inconsistent', '两次输入的密码不一致', 'Las dos contraseñas no coinciden', 'รหัสผ่านที่กรอกทั้งสองครั้งไม่ตรงกัน'],
    invite_code_form: ['Invitation codes have eight digits', '邀请码为 8 位数字', 'El código de invitación tiene ocho cifras', 'รหัสเชิญต้องเป็นตัวเลขแปดหลัก'],
    invite_unknown: ['This invitation code isn’t valid', '邀请码无效', 'Este código de invitación no es válido', 'รหัสเชิญนี้ใช้ไม่ได้'],
    agent_registration_closed: ['Agent registration is closed', '代理注册已关闭', 'El registro como agente está cerrado', 'ปิดรับสมัครตัวแทนแล้ว'],
    too_many_tries: ['Too many attempts; try again in {minutes, number} min', '尝试次数过多，请在 {minutes, number} 分钟后重试', 'Demasiados intentos; inténtelo dentro de {minutes, number} min', 'ลองหลายครั้งเกินไป โปรดลองใหม่ในอีก {minutes, number} นาที'],
    login_wrong: ['Wrong account or password', '账号或密码错误', 'Cuenta o contraseña incorrecta', 'บัญชีหรือรหัสผ่านไม่ถูกต้อง'],
    login_locked: ['Too many wrong passwords; try again in {minutes, number} min', '密码错误次数过多，请在 {minutes, number} 分钟后重试', 'Demasiadas contraseñas incorrectas; inténtelo dentro de {minutes, number} min', 'ใส่รหัสผ่านผิดหลายครั้ง โปรดลองใหม่ในอีก {minutes, number} นาที'],
    reset_link_over: ['This link has been used or has expired; ask for a new one where you got it', '该链接已使用或已过期，请向原提供方重新获取', 'Este enlace ya se usó o ha caducado; pida otro a quien se lo envió', 'ลิงก์นี้ใช้แล้วหรือหมดอายุ โปรดขอลิงก์ใหม่จากผู้ที่ให้ลิงก์นี้'],
    login_ip_not_allowed: ['This account can’t be accessed from {ip}', '该账户不允许从 {ip} 登录', 'No se puede acceder a esta cuenta desde {ip}', 'บัญชีนี้เข้าสู่ระบบจาก {ip} ไม่ได้'],
  }),
};
