/** Texts of the refusals that any call can answer, and of transport errors. */
import { words } from './words.ts';

export const sharedRefusals = words({
  not_found: ['There is no such thing', '未找到', 'No existe', 'ไม่พบรายการนี้'],
  fields_wrong: ['Please check the marked fields', '请检查标出的字段', 'Revise los campos marcados', 'โปรดตรวจสอบช่องที่ทำเครื่องหมายไว้'],
  logged_out: ['You have been logged out; please log in again', '你已被登出，请重新登录', 'Se ha cerrado su sesión; vuelva a entrar', 'คุณออกจากระบบแล้ว โปรดเข้าสู่ระบบอีกครั้ง'],
  login_ip_not_allowed: ['This account may not log in from {ip}', '该账户不允许从 {ip} 登录', 'Esta cuenta no puede entrar desde {ip}', 'บัญชีนี้เข้าสู่ระบบจาก {ip} ไม่ได้'],
  password_change_needed: ['Please choose a new password first', '请先设置新密码', 'Elija primero una contraseña nueva', 'โปรดตั้งรหัสผ่านใหม่ก่อน'],
  second_step_needed: ['Please confirm with your second step', '请完成二次验证', 'Confirme con su segundo paso', 'โปรดยืนยันขั้นที่สอง'],
  captcha_needed: ['Please pass the check that you are a person', '请先完成人机验证', 'Supere la comprobación de que es una persona', 'โปรดผ่านการตรวจสอบว่าคุณเป็นคน'],
  rate_limited: ['Too many requests; try again in {seconds, number} s', '请求过于频繁，请在 {seconds, number} 秒后重试', 'Demasiadas peticiones; inténtelo en {seconds, number} s', 'มีคำขอมากเกินไป ลองใหม่ใน {seconds, number} วินาที'],
  uploads_busy: ['Other files are being read; try again in a moment', '正在读取其他文件，请稍后重试', 'Se están leyendo otros archivos; inténtelo en un momento', 'กำลังอ่านไฟล์อื่นอยู่ โปรดลองใหม่อีกครั้ง'],
  malformed: ['The request could not be read', '无法读取请求', 'No se pudo leer la petición', 'อ่านคำขอไม่ได้'],
  method_not_allowed: ['This address takes another method', '此地址不支持该请求方法', 'Esta dirección admite otro método', 'ที่อยู่นี้ใช้วิธีอื่น'],
  too_large: ['The request is too large', '请求内容过大', 'La petición es demasiado grande', 'คำขอมีขนาดใหญ่เกินไป'],
  media_type: ['This kind of content is not taken here', '不支持此内容类型', 'Aquí no se admite este tipo de contenido', 'ไม่รับเนื้อหาประเภทนี้'],
  internal: ['Something went wrong on our side; please look before you repeat it', '服务器出现问题，重试前请先核对结果', 'Algo ha fallado por nuestra parte; compruebe el resultado antes de repetir', 'ระบบของเราขัดข้อง โปรดตรวจสอบผลก่อนทำซ้ำ'],
  unavailable: [
    'The service is briefly unavailable; before you try again, please check whether your request went through',
    '服务暂时不可用，重试前请先核对操作是否已完成',
    'El servicio no está disponible por un momento; antes de repetir, compruebe si la operación se realizó',
    'บริการไม่พร้อมใช้งานชั่วคราว โปรดตรวจสอบว่ารายการสำเร็จแล้วหรือไม่ก่อนลองใหม่',
  ],
});
export type SharedRefusal = keyof typeof sharedRefusals;
