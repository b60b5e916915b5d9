/** The screen of the statement. `statement`: the statement with what later features add to it. */
import type { Screen } from '#foundation/console/page/screen.ts';
import { memberRoles } from '#foundation/core/session.ts';
import { statementTitles } from '../screen-titles.ts';

export const statementScreens = (statement: NonNullable<Screen['component']>): readonly Screen[] => [
  {
    path: '/order/reconciliation',
    name: 'Reconciliation',
    title: statementTitles.statement,
    roles: memberRoles,
    component: statement,
  },
];
