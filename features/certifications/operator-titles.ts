/** The title of the operators' screen about certifications. The menu shows it before the screen is loaded. */
import { words } from '#foundation/core/words.ts';

export const certificationQueueTitles = words({
  certifications: ['Certifications', '实名认证审核', 'Verificaciones', 'การยืนยันตัวตน'],
});
