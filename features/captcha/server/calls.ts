/** Handler of the captcha's call. */
import { takeAttempt } from '#foundation/server/postgres/attempt-windows.ts';
import type { Queryable } from '#foundation/server/postgres/database.ts';
import { type ServedContract, handlers } from '#foundation/server/http/handlers.ts';
import { captchaCalls } from '../contract.ts';
import type { CaptchaVerbs } from './verbs.ts';

/** Per client network: with geetest, each attempt costs a request to an external provider. */
const captchaLimit = { scope: 'captcha_address', tries: 60, windowMs: 60_000 } as const;

export function captchaHandlers({ db, captcha }: { db: Queryable; captcha: CaptchaVerbs }): ServedContract {
  return handlers(captchaCalls, {
    async '/captcha/init'({ client, now, refuse }) {
      const attempt = await takeAttempt(db, captchaLimit, client.network, now);
      if (!attempt.allowed) refuse('rate_limited', { seconds: Math.ceil(attempt.waitMs / 1000) });
      return captcha.init(client);
    },
  });
}
