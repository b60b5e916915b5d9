/** Error texts of the calls about operators and their roles. */
import { operatorUserTexts } from '#features/accounts/operator-words.ts';
import { words } from '#foundation/core/words.ts';

export const staffTexts = {
  ...operatorUserTexts,
  ...words({
    role_unknown: ['One of these roles no longer exists; load the list again', '其中的角色已不存在，请重新加载列表', 'Una de estas funciones ya no existe; vuelva a cargar la lista', 'บางบทบาทไม่มีแล้ว โปรดโหลดรายการใหม่'],
    role_held: ['Somebody has this role, or an open invitation gives it', '仍有人持有该角色，或有效的邀请包含该角色', 'Alguien tiene esta función o una invitación abierta la concede', 'มีผู้ใช้บทบาทนี้อยู่ หรือคำเชิญที่ยังใช้ได้ให้บทบาทนี้'],
    role_name_form: ['Enter a name of up to 40 characters', '请输入名称，最多 40 个字符', 'Indique un nombre de 40 caracteres como máximo', 'กรอกชื่อไม่เกิน 40 ตัวอักษร'],
    role_name_taken: ['Another role has this name', '已有角色使用该名称', 'Otra función tiene este nombre', 'มีบทบาทอื่นใช้ชื่อนี้แล้ว'],
    invitation_over: ['This invitation has been used, was cancelled or has expired', '该邀请已使用、已取消或已过期', 'Esta invitación ya se usó, se canceló o ha caducado', 'คำเชิญนี้ใช้แล้ว ถูกยกเลิก หรือหมดอายุ'],
  }),
};
