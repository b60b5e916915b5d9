/** What every captcha provider answers to. */
import type { CaptchaInit } from '../contract.ts';
import type { CaptchaAnswer } from '../proof-of-work.ts';

/**
 * `wrong`: not solved, not ours or not this client's; `expired`: right once, but no longer to be checked (too old, or
 * its provider is out of reach); `used`: seen before. After each of them the client needs a fresh challenge.
 */
export type CaptchaVerdict = 'ok' | 'wrong' | 'expired' | 'used';

export interface CaptchaProvider {
  readonly name: CaptchaInit['provider'];
  /**
   * A challenge for this client. `clientKey` is any text that stays the same for it: its address and its half of the
   * token.
   */
  init(clientKey: string): Promise<CaptchaInit>;
  /**
   * Uses the challenge up, so call it once per protected request, before what it protects is looked at: a wrong
   * password then costs the captcha too.
   */
  check(answer: CaptchaAnswer, clientKey: string): Promise<CaptchaVerdict>;
}
