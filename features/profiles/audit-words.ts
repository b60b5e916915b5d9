/** What the audit log records about profiles: one phrase per action. Stored rows have the names: never rename one. */
import { words } from '#foundation/core/words.ts';

export const profileActions = words({
  profile_changed: ['Profile changed', '修改个人资料', 'Perfil modificado', 'แก้ไขโปรไฟล์'],
});
