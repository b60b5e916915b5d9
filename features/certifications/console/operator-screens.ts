/** The operators' screen about certifications. */
import type { Screen } from '#foundation/console/page/screen.ts';
import { certificationQueueTitles } from '../operator-titles.ts';

export const operatorCertificationScreens: readonly Screen[] = [
  {
    path: '/operator/certifications',
    name: 'OperatorCertifications',
    title: certificationQueueTitles.certifications,
    roles: ['operator'],
    right: 'certifications.view',
    component: () => import('./review/CertificationQueueScreen.tsx'),
  },
];
