/** Headings of the file of all members' requests, besides those of the list. */
import { words } from '#foundation/core/words.ts';

export const requestExportWords = words({
  requests: ['Gateway requests', '网关请求', 'Peticiones a la pasarela', 'คำขอถึงเกตเวย์'],
  member: ['Member', '会员', 'Miembro', 'สมาชิก'],
  member_no: ['Member number', '会员号', 'Número de miembro', 'หมายเลขสมาชิก'],
  milliseconds: ['Milliseconds', '耗时（毫秒）', 'Milisegundos', 'มิลลิวินาที'],
});
