/**
 * The screens that only operators have, in the order of their menu, with their icons. Loaded when an operator logs in; no
 * member loads their code.
 */
import { IconGauge, IconIdBadge2, IconChecklist, IconCreditCard } from '@tabler/icons-react';
import { operatorCardScreens } from '#features/cards/console/operator-screens.ts';
import { operatorCertificationScreens } from '#features/certifications/console/operator-screens.ts';
import { staffScreens } from '#features/staff/console/screens.ts';
import { operatorApprovalScreens, operatorScreens as overviewScreens } from '#features/operations/console/screens.ts';
import type { Screen } from '#foundation/console/page/screen.ts';
import type { OwnIcons } from './shell/own-icons.ts';

export const operatorScreens: readonly Screen[] = [
  ...overviewScreens,
  ...operatorCertificationScreens,
  ...operatorCardScreens,
  ...operatorApprovalScreens,
  ...staffScreens,
];

export const operatorIcons: OwnIcons = {
  OperatorOverview: IconGauge,
};
