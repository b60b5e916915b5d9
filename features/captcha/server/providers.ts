/**
 * The captcha providers behind one interface: `altcha` (the built-in proof of work), `geetest` (version 3, with the
 * proof of work while it is out of reach) and `none` (development only). A check answers 'ok' at most once for a
 * challenge, and only for the client that it was issued to; no failure of anything outside ever turns into 'ok'.
 */
import { randomBytes } from 'node:crypto';
import type { CaptchaProvider } from './provider.ts';
import { workDesk, type WorkSettings } from './proof-of-work.ts';

export function altchaProvider(settings: Omit<WorkSettings, 'purpose'>): CaptchaProvider {
  const desk = workDesk({ ...settings, purpose: 'altcha' });
  return {
    name: 'altcha',
    async init(clientKey) {
      const work = await desk.issue(clientKey);
      return {
        provider: 'altcha',
        gt: '',
        challenge: work.parameters.nonce,
        success: 1,
        new_captcha: true,
        altcha: { ...work },
      };
    },
    check: (answer, clientKey) => desk.check(answer, clientKey),
  };
}

/** Lets everyone through; a production server that asks for it does not start. */
export function noneProvider({ production }: { readonly production: boolean }): CaptchaProvider {
  if (production) throw new Error('CAPTCHA_PROVIDER=none is refused when NODE_ENV=production: set altcha or geetest');
  return {
    name: 'none',
    init: async () => ({
      provider: 'none',
      gt: '',
      challenge: randomBytes(16).toString('hex'),
      success: 1,
      new_captcha: true,
    }),
    check: async () => 'ok',
  };
}
