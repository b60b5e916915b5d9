/** How a client gets a captcha. The solved answer goes back as the `geetest_*` triple of the call that it protects. */
import { z } from 'zod';
import { calls } from '#foundation/core/calls.ts';
import { words } from '#foundation/core/words.ts';

/** The fields of a solved captcha, as the specification names them; empty with the provider `none`. */
export const captchaFields = {
  geetest_challenge: z.string().max(2000).default(''),
  geetest_validate: z.string().max(8000).default(''),
  geetest_seccode: z.string().max(8000).default(''),
};

export const CaptchaInit = z.strictObject({
  provider: z.enum(['altcha', 'geetest', 'none']),
  gt: z.string(),
  challenge: z.string(),
  /** 1: the provider answers; 0: it is out of reach, and the built-in proof of work below stands in. */
  success: z.union([z.literal(0), z.literal(1)]),
  new_captcha: z.boolean(),
  /** The proof of work's challenge, where it is to be solved. */
  altcha: z.record(z.string(), z.unknown()).optional(),
});
export type CaptchaInit = z.infer<typeof CaptchaInit>;

export const captchaCalls = calls(words({}), {
  '/captcha/init': { who: 'anyone', summary: 'A fresh captcha', output: CaptchaInit },
});
