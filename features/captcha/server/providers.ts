/**
 * The captcha providers behind one interface: `altcha` (the built-in proof of work), `geetest` (version 3, with the
 * proof of work as its fallback) and `none` (development only). A check returns 'ok' at most once per challenge, and
 * only for the client it was issued to; no external failure ever results in 'ok'.
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

/** Accepts every answer. In production it refuses to start. */
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
