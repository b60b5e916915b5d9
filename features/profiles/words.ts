/** Strings about an invalid profile. */
import { fileTexts } from '#features/files/words.ts';
import { words } from '#foundation/core/words.ts';

export const profileTexts = {
  ...fileTexts,
  ...words({
    nickname_form: ['Use 1 to 30 visible characters', '请输入 1 到 30 个可见字符', 'Use de 1 a 30 caracteres visibles', 'ใช้อักขระที่มองเห็นได้ 1 ถึง 30 ตัว'],
    bio_form: ['Use plain text of up to 200 characters', '请输入不超过 200 个字符的纯文本', 'Use texto sin formato de 200 caracteres como máximo', 'ใช้ข้อความธรรมดาไม่เกิน 200 ตัวอักษร'],
    avatar_gone: ['This picture is no longer available; choose it again', '图片已失效，请重新选择', 'Esta imagen ya no está disponible; elíjala de nuevo', 'ไม่พบภาพนี้แล้ว โปรดเลือกใหม่'],
  }),
};
