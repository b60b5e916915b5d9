/** The interface of every captcha provider. */
import type { CaptchaInit } from '../contract.ts';
import type { CaptchaAnswer } from '../proof-of-work.ts';

/**
 * `wrong`: not solved, not ours, or not this client's. `expired`: it can no longer be checked (too old, or the provider
 * is unavailable). `used`: seen before. After each of them the client needs a new challenge.
 */
export type CaptchaVerdict = 'ok' | 'wrong' | 'expired' | 'used';

export interface CaptchaProvider {
  readonly name: CaptchaInit['provider'];
  /**
   * Issues a challenge for this client. `clientKey` is any string that stays the same for the client: its address and
   * its half of the token.
   */
  init(clientKey: string): Promise<CaptchaInit>;
  /**
   * Uses up the challenge, so call it once per protected request and before processing what it protects: a wrong
   * password then costs the captcha too.
   */
  check(answer: CaptchaAnswer, clientKey: string): Promise<CaptchaVerdict>;
}
