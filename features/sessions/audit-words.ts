/** Audit log actions about sessions, one phrase each. Stored rows refer to the names: never rename one. */
import { words } from '#foundation/core/words.ts';

export const sessionActions = words({
  session_ended: ['Session logged out', '退出一个会话', 'Sesión cerrada', 'ออกจากระบบหนึ่งเซสชัน'],
  sessions_ended: ['Other sessions logged out', '退出其他会话', 'Otras sesiones cerradas', 'ออกจากระบบเซสชันอื่น'],
  member_viewed: ['Read as a member', '以会员身份读取', 'Leído como miembro', 'อ่านในมุมมองสมาชิก'],
});
