/** What this feature hands to the server. */
import type { Clock } from '#foundation/core/clock.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { captchaCalls } from '../contract.ts';
import { captchaHandlers } from './calls.ts';
import { captchaJobs } from './jobs.ts';
import type { CaptchaVerbs } from './verbs.ts';
import type { Feature } from '#foundation/server/feature.ts';

export const captchaFeature = {
  name: 'captcha',
  contracts: [{ contract: captchaCalls }],
  handlers: (deps: { db: Database; captcha: CaptchaVerbs }) => [captchaHandlers(deps)],
  jobs: (deps: { db: Database; clock: Clock }) => captchaJobs(deps),
  writes: ['captcha_challenges'],
} as const satisfies Feature;
