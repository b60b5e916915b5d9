/** The screens that only operators have. Loaded when an operator logs in; no member loads their code. */
import { operatorCardScreens } from '#features/cards/console/operator-screens.ts';
import { operatorCertificationScreens } from '#features/certifications/console/operator-screens.ts';
import { operatorApprovalScreens, operatorScreens as startScreens } from '#features/operations/console/screens.ts';
import type { Screen } from '#foundation/console/page/screen.ts';

export const operatorScreens: readonly Screen[] = [
  ...startScreens,
  ...operatorCertificationScreens,
  ...operatorCardScreens,
  ...operatorApprovalScreens,
];
