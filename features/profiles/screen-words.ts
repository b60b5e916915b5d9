/** Strings of the profile screen. */
import { words } from '#foundation/core/words.ts';

export const profileWords = words({
  hint: ['How you appear in this console. Only you and the platform can see it.', '您在本后台的展示信息，仅您和平台可见。', 'Cómo aparece en esta consola. Solo lo ven usted y la plataforma.', 'ข้อมูลที่แสดงในคอนโซลนี้ เห็นเฉพาะคุณและแพลตฟอร์ม'],
  form: ['Profile form', '个人资料表单', 'Formulario del perfil', 'แบบฟอร์มโปรไฟล์'],
  avatar: ['Picture', '头像', 'Foto', 'รูปภาพ'],
  nickname: ['Nickname', '昵称', 'Alias', 'ชื่อเล่น'],
  username: ['Username', '用户名', 'Usuario', 'ชื่อผู้ใช้'],
  bio: ['About you (optional)', '简介（选填）', 'Acerca de usted (opcional)', 'เกี่ยวกับคุณ (ไม่บังคับ)'],
  save: ['Save profile', '保存资料', 'Guardar perfil', 'บันทึกโปรไฟล์'],
  saved: ['Profile saved', '资料已保存', 'Perfil guardado', 'บันทึกโปรไฟล์แล้ว'],
  load_failed: ['Your profile couldn’t be loaded', '个人资料加载失败', 'No se pudo cargar su perfil', 'โหลดโปรไฟล์ไม่สำเร็จ'],
});
