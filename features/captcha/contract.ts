/** The captcha call. The solution goes into the `geetest_*` fields of the call that it protects. */
import { z } from 'zod';
import { calls } from '#foundation/core/calls.ts';
import { words } from '#foundation/core/words.ts';

/** The fields of a solved captcha, named as in the specification; empty with the provider `none`. */
export const captchaFields = {
  geetest_challenge: z.string().max(2000).default(''),
  geetest_validate: z.string().max(8000).default(''),
  geetest_seccode: z.string().max(8000).default(''),
};

export const CaptchaInit = z.strictObject({
  provider: z.enum(['altcha', 'geetest', 'none']),
  gt: z.string(),
  challenge: z.string(),
  /** 1: the provider is available; 0: it is unreachable, and the built-in proof of work below replaces it. */
  success: z.union([z.literal(0), z.literal(1)]),
  new_captcha: z.boolean(),
  /** The challenge of the proof of work, if it must be solved. */
  altcha: z.record(z.string(), z.unknown()).optional(),
});
export type CaptchaInit = z.infer<typeof CaptchaInit>;

/** Complete: apps/server/captcha-guide.db.test.ts implements a client from this text alone. */
const guide = `A call that takes \`geetest_challenge\`, \`geetest_validate\` and \`geetest_seccode\` takes a solved captcha in them. What goes in depends on the answer:

- \`provider\` is \`none\`: leave all three empty.
- \`altcha\` is there (\`provider\` is \`altcha\`, or geetest is out of reach and \`success\` is 0): solve the proof of work below.
- Otherwise: give \`gt\`, \`challenge\` and \`new_captcha\` to geetest's own widget (version 3), and send back its three values as they are.

The proof of work:

1. \`nonce\` and \`salt\` of \`altcha.parameters\` are bytes in lower-case hex. Try the counters 0, 1, 2, … one by one; a few hundred are enough.
2. For each, derive a key by PBKDF2 with HMAC-SHA-256. The password is the bytes of \`nonce\`, then the counter as four bytes, the highest first. The salt is the bytes of \`salt\`. \`cost\` is the number of iterations, \`keyLength\` the number of bytes.
3. The counter is right when the key in lower-case hex begins with \`keyPrefix\`.
4. Write the JSON object \`{"challenge": {"parameters": …, "signature": …}, "solution": {"counter": …, "derivedKey": …}}\`: \`parameters\` with every field as it came, \`signature\` from \`altcha.signature\`, \`counter\` as a number, \`derivedKey\` as the whole key in lower-case hex.
5. \`geetest_challenge\` is \`nonce\`. \`geetest_validate\` is that JSON in Base64 (the standard alphabet, with padding). \`geetest_seccode\` is \`geetest_validate\` followed by \`|jordan\`.

An answer counts once, right or wrong, within five minutes, and only from the address and with the \`User-Agent\` that asked for the captcha. Code −3 says that it did not count: ask for a new one.`;

export const captchaCalls = calls(words({}), {
  '/captcha/init': { who: 'anyone', summary: 'A new captcha', guide, output: CaptchaInit },
});
