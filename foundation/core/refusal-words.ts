/** Texts of the refusals that any call can answer, and of transport errors. */
import { words } from './words.ts';

export const sharedRefusals = words({
  not_found: ['Not found', '未找到', 'No se ha encontrado', 'ไม่พบรายการนี้'],
  right_missing: ['Your role doesn’t allow this; ask an owner', '您的角色没有此权限，请联系所有者', 'Su función no permite hacer esto; pídaselo a un propietario', 'บทบาทของคุณไม่มีสิทธิ์ทำรายการนี้ โปรดติดต่อเจ้าของระบบ'],
  view_only: ['You are viewing as a member: nothing can be changed', '您正在以会员身份查看，不能更改任何内容', 'Está viendo como un miembro: no se puede cambiar nada', 'คุณกำลังดูในมุมมองของสมาชิก จึงแก้ไขสิ่งใดไม่ได้'],
  authenticator_needed: ['Operators need an authenticator here: set one up first', '运营人员须使用谷歌验证器，请先绑定', 'Aquí los operadores necesitan un autenticador: active primero el suyo', 'ผู้ดูแลระบบต้องใช้แอปยืนยันตัวตน โปรดผูกก่อน'],
  fields_wrong: ['Please check the highlighted fields', '请检查标出的内容', 'Revise los campos marcados', 'โปรดตรวจสอบช่องที่ระบุ'],
  logged_out: ['You have been logged out; please log in again', '你已被登出，请重新登录', 'Se ha cerrado su sesión; vuelva a iniciarla', 'คุณออกจากระบบแล้ว โปรดเข้าสู่ระบบอีกครั้ง'],
  login_ip_not_allowed: ['This account can’t be accessed from {ip}', '该账户不允许从 {ip} 登录', 'No se puede acceder a esta cuenta desde {ip}', 'บัญชีนี้เข้าสู่ระบบจาก {ip} ไม่ได้'],
  password_change_needed: ['Please choose a new password first', '请先设置新密码', 'Elija primero una contraseña nueva', 'โปรดตั้งรหัสผ่านใหม่ก่อน'],
  second_step_needed: ['Confirm with your second step', '请完成二次验证', 'Confirme con su segundo paso', 'โปรดยืนยันตัวตนขั้นที่สอง'],
  captcha_needed: ['Please complete the security check', '请先完成安全验证', 'Complete la comprobación de seguridad', 'โปรดผ่านการตรวจสอบความปลอดภัยก่อน'],
  rate_limited: ['Too many requests; try again in {seconds, number} s', '请求过于频繁，请在 {seconds, number} 秒后重试', 'Demasiadas peticiones; inténtelo dentro de {seconds, number} s', 'คำขอมากเกินไป โปรดลองใหม่ในอีก {seconds, number} วินาที'],
  uploads_busy: ['Other files are being read; try again in a moment', '正在读取其他文件，请稍后重试', 'Se están leyendo otros archivos; inténtelo de nuevo en un momento', 'กำลังอ่านไฟล์อื่นอยู่ โปรดลองใหม่ในอีกสักครู่'],
  malformed: ['The request couldn’t be read', '无法读取请求', 'No se pudo leer la petición', 'อ่านคำขอไม่ได้'],
  method_not_allowed: ['This URL doesn’t support that method', '该地址不支持此请求方法', 'Esta URL no admite ese método', 'URL นี้ไม่รองรับเมธอดดังกล่าว'],
  too_large: ['The request is too large', '请求内容过大', 'La petición es demasiado grande', 'คำขอมีขนาดใหญ่เกินไป'],
  media_type: ['This content type isn’t supported', '不支持此内容类型', 'No se admite este tipo de contenido', 'ไม่รองรับเนื้อหาประเภทนี้'],
  internal: ['Something went wrong on our side; check the result before you try again', '服务器出现问题，重试前请先核对结果', 'Se ha producido un error de nuestro lado; compruebe el resultado antes de repetir la operación', 'ระบบของเราขัดข้อง โปรดตรวจสอบผลก่อนทำรายการซ้ำ'],
  unavailable: [
    'The service is temporarily unavailable; check whether your request went through before you try again',
    '服务暂时不可用，重试前请先核对操作是否已完成',
    'El servicio no está disponible temporalmente; antes de repetir, compruebe si la operación se realizó',
    'ระบบไม่พร้อมให้บริการชั่วคราว โปรดตรวจสอบว่ารายการสำเร็จหรือไม่ก่อนลองใหม่',
  ],
});
export type SharedRefusal = keyof typeof sharedRefusals;
