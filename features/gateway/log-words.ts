/** What can be wrong with a question to the gateway log. */
import { words } from '#foundation/core/words.ts';

export const logTexts = words({
  log_ip_form: ['One IPv4 or IPv6 address', '一个 IPv4 或 IPv6 地址', 'Una dirección IPv4 o IPv6', 'ที่อยู่ IPv4 หรือ IPv6 หนึ่งรายการ'],
  request_id_form: ['This isn’t a request ID', '请求编号无效', 'Este no es el identificador de una petición', 'ไม่ใช่รหัสของคำขอ'],
});
