/** Strings of the banner over what an operator reads as a member. */
import { words } from '#foundation/core/words.ts';

export const viewWords = words({
  viewing: [
    'You ({by}) are viewing as {name} until {time}. Nothing can be changed, and every page you open is logged.',
    '您（{by}）正在以 {name} 的身份查看，至 {time}。不能更改任何内容，打开的每个页面都会被记录。',
    'Usted ({by}) está viendo como {name} hasta las {time}. No se puede cambiar nada y se registra cada página que abre.',
    'คุณ ({by}) กำลังดูในมุมมองของ {name} จนถึง {time} แก้ไขสิ่งใดไม่ได้ และทุกหน้าที่เปิดจะถูกบันทึก',
  ],
  stop: ['Stop viewing', '结束查看', 'Dejar de ver', 'จบการดู'],
});
