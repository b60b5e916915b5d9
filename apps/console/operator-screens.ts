/** The screens that only operators have. Loaded when an operator logs in; no member loads their code. */
import { operatorScreens as startScreens } from '#features/operations/console/screens.ts';
import { staffScreens } from '#features/staff/console/screens.ts';
import type { Screen } from '#foundation/console/page/screen.ts';

export const operatorScreens: readonly Screen[] = [...startScreens, ...staffScreens];
