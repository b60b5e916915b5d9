/** Public API of the captcha feature: issue a challenge for a client, and check an answer. */
import type { Clock } from '#foundation/core/clock.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import type { Client } from '#foundation/server/http/handlers.ts';
import type { Sealer } from '#foundation/server/secrets/sealing.ts';
import type { CaptchaInit } from '../contract.ts';
import type { CaptchaAnswer } from '../proof-of-work.ts';
import { geetestProvider, type GeetestSettings } from './geetest.ts';
import type { CaptchaProvider, CaptchaVerdict } from './provider.ts';
import { altchaProvider, noneProvider } from './providers.ts';
import { storedChallenges } from './store.ts';

export interface CaptchaVerbs {
  readonly provider: CaptchaInit['provider'];
  init(client: Pick<Client, 'key'>): Promise<CaptchaInit>;
  /** Uses up the challenge whatever the answer: call once per request, before processing what it protects. */
  check(answer: CaptchaAnswer, client: Pick<Client, 'key'>): Promise<CaptchaVerdict>;
}

/** The provider and its settings. */
export type CaptchaSettings =
  | { readonly provider: 'altcha' }
  | { readonly provider: 'none'; readonly production: boolean }
  | ({ readonly provider: 'geetest' } & Omit<GeetestSettings, 'challenges' | 'secret' | 'clock'>);

export interface CaptchaDeps {
  db: Database;
  clock: Clock;
  sealer: Sealer;
  settings: CaptchaSettings;
}

export function captchaVerbs(deps: CaptchaDeps): CaptchaVerbs {
  const provider = providerOf(deps);
  return {
    provider: provider.name,
    init: ({ key }) => provider.init(key),
    check: ({ geetest_challenge, geetest_validate, geetest_seccode }, { key }) =>
      provider.check({ geetest_challenge, geetest_validate, geetest_seccode }, key),
  };
}

function providerOf({ db, clock, sealer, settings }: CaptchaDeps): CaptchaProvider {
  if (settings.provider === 'none') return noneProvider(settings);
  const challenges = storedChallenges(db.pool);
  const secret = sealer.derive('captcha');
  return settings.provider === 'geetest'
    ? geetestProvider({ ...settings, challenges, secret, clock })
    : altchaProvider({ secret, used: challenges, clock });
}
