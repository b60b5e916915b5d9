/** The role switch. Served only with demo data outside production; otherwise its path returns 404. */
import { z } from 'zod';
import { LoggedIn } from '#features/accounts/contract.ts';
import { calls } from '#foundation/core/calls.ts';
import { demoTexts } from './words.ts';

export const demoCalls = calls(demoTexts, {
  '/demo/switchRole': {
    who: 'anyone',
    audit: ['login', 'logout', 'session_ended'],
    notices: ['new_device'],
    summary:
      'Logs the browser in as the demo user of a role, and ends the current session; only with demo data outside production, otherwise 404',
    input: z.strictObject({ role: z.enum(['member', 'agency', 'operator'], { error: 'wrong' }) }),
    output: LoggedIn,
    refusals: ['demo_role_closed'],
  },
});
