/**
 * The screens that only operators have, in the order of their menu, with their icons. Loaded when an operator logs in; no
 * member loads their code.
 */
import { IconGauge, IconUsers } from '@tabler/icons-react';
import { operatorScreens as startScreens } from '#features/operations/console/screens.ts';
import type { Screen } from '#foundation/console/page/screen.ts';
import type { OwnIcons } from './shell/own-icons.ts';

export const operatorScreens: readonly Screen[] = [...startScreens];

export const operatorIcons: OwnIcons = { OperatorOverview: IconGauge, OperatorMembers: IconUsers };
