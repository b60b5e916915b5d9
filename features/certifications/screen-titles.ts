/** The title of the certification screen. The menu shows it before the screen is loaded. */
import { words } from '#foundation/core/words.ts';

export const certificationTitles = words({
  certification: ['Certification', '实名认证', 'Verificación', 'ยืนยันตัวตน'],
});
