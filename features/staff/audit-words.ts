/** Audit log actions about operators and their roles, one phrase each. Stored rows refer to the names: never rename one. */
import { words } from '#foundation/core/words.ts';

export const staffActions = words({
  staff_invited: ['Operator invited', '邀请运营人员', 'Operador invitado', 'เชิญผู้ดูแลระบบ'],
  staff_invitation_opened: ['Operator’s invitation confirmed', '确认运营人员邀请', 'Invitación de operador confirmada', 'ยืนยันคำเชิญผู้ดูแลระบบ'],
  staff_invitation_cancelled: ['Operator’s invitation cancelled', '取消运营人员邀请', 'Invitación de operador cancelada', 'ยกเลิกคำเชิญผู้ดูแลระบบ'],
  staff_joined: ['Joined as an operator', '成为运营人员', 'Alta como operador', 'เข้าร่วมเป็นผู้ดูแลระบบ'],
  staff_roles_changed: ['Operator’s roles changed', '更改运营人员角色', 'Funciones de un operador cambiadas', 'เปลี่ยนบทบาทของผู้ดูแลระบบ'],
  staff_role_saved: ['Role saved', '保存角色', 'Función guardada', 'บันทึกบทบาท'],
  staff_role_removed: ['Role removed', '删除角色', 'Función eliminada', 'ลบบทบาท'],
  staff_sessions_ended: ['Operator’s sessions ended', '结束运营人员的会话', 'Sesiones de un operador cerradas', 'ปิดเซสชันของผู้ดูแลระบบ'],
});
