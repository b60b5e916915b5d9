/** The calls of a member's page for the console; imports only the contracts' types. */
import type { operatorUserCalls as users } from '#features/accounts/operator-contract.ts';
import { callsOf } from '#foundation/console/wire/typed-calls.ts';
import type { operatorMemberPageCalls as page } from '../../member-page-contract.ts';
import type { operatorDashboardCalls as figures } from '#features/dashboard/operator-contract.ts';
import type { moveCalls as moves } from '../../move-contract.ts';

export const memberPageCalls = callsOf<typeof page>();
export const memberFigureCalls = callsOf<typeof figures>();
export const moveCalls = callsOf<typeof moves>();
export const operatorUserCalls = callsOf<typeof users>();

/** Others work for the member too: its lists are read again so often. */
export const MEMBER_FRESH_MS = 20_000;
