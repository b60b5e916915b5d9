/** Error texts of calls with a second step. A file of its own, because the first page loads it too. */
import { words } from '#foundation/core/words.ts';

export const stepTexts = words({
  second_step_wrong: ['The code is wrong, expired or already used; enter the next one', '验证码错误、已过期或已使用，请输入新的验证码', 'El código es incorrecto, ha caducado o ya se usó; introduzca el siguiente', 'รหัสไม่ถูกต้อง หมดอายุ หรือใช้ไปแล้ว โปรดกรอกรหัสถัดไป'],
  second_step_locked: ['Too many wrong codes; try again in {minutes, number} min', '验证码错误次数过多，请在 {minutes, number} 分钟后重试', 'Demasiados códigos incorrectos; inténtelo dentro de {minutes, number} min', 'ใส่รหัสผิดหลายครั้ง โปรดลองใหม่ในอีก {minutes, number} นาที'],
});
