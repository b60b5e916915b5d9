/** Answers the captcha's one call. */
import { type AnsweredContract, handlers } from '#foundation/server/handlers.ts';
import { captchaCalls } from '../contract.ts';
import type { CaptchaVerbs } from './verbs.ts';

export function captchaHandlers({ captcha }: { captcha: CaptchaVerbs }): AnsweredContract {
  return handlers(captchaCalls, {
    '/captcha/init': ({ client }) => captcha.init(client),
  });
}
