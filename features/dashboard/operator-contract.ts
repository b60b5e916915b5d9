/** A member's figures as operators read them. */
import { z } from 'zod';
import { calls } from '#foundation/core/calls.ts';
import { MemberNo } from '#foundation/core/wire.ts';
import { words } from '#foundation/core/words.ts';
import { Overview, PeriodInput } from './contract.ts';

export const operatorDashboardCalls = calls(words({}), {
  '/operator/member/overview': {
    who: 'operators',
    right: 'members.view',
    secondStep: { none: 'reads' },
    summary: 'A member’s figures of a period and of the one before, by day or hour and by channel',
    input: z.strictObject({ memberNo: MemberNo, period: PeriodInput }),
    output: Overview,
  },
});
