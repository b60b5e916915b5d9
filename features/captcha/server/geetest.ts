/**
 * Geetest version 3: registers a challenge, lets the visitor solve it with geetest, and asks geetest to confirm the
 * answer. While geetest is unavailable the client gets our own proof of work instead (geetest's "offline" mode, success
 * 0). What the server issued decides which of the two applies, never what the client claims.
 */
import { createHash, createHmac } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '#foundation/core/clock.ts';
import { OutgoingError, type Outgoing } from '#foundation/server/outgoing/outgoing.ts';
import { seccodeSuffix, type CaptchaAnswer } from '../proof-of-work.ts';
import { challengeLifeMs, workDesk, type UsedChallenges } from './proof-of-work.ts';
import type { CaptchaProvider, CaptchaVerdict } from './provider.ts';

/** Also stores the challenges that geetest issued through us: they carry neither the client nor our signature. */
export interface IssuedChallenges extends UsedChallenges {
  remember(challengeHash: Uint8Array, expiresAt: Date): Promise<void>;
  /** Removes a remembered challenge; of several concurrent calls only one returns 'first'. */
  redeem(challengeHash: Uint8Array, now: Date): Promise<'first' | 'used' | 'expired' | 'unknown'>;
}

export interface GeetestSettings {
  readonly id: string;
  readonly key: string;
  readonly digest?: GeetestDigest;
  /** Default `https://api.geetest.com`; set another for a private installation. */
  readonly apiUrl?: string;
  readonly outgoing: Pick<Outgoing, 'request'>;
  readonly challenges: IssuedChallenges;
  /** Secret of the proof of work; see `WorkSettings`. */
  readonly secret: Uint8Array;
  readonly clock: Clock;
  readonly log?: { warn(fields: object, message: string): void };
}

export type GeetestDigest = 'md5' | 'sha256' | 'hmac-sha256';

export function geetestProvider(settings: GeetestSettings): CaptchaProvider {
  const { id, key, digest = 'md5', challenges, secret, clock, log } = settings;
  const api = geetestApi(settings);
  const fallback = workDesk({ secret, purpose: 'geetest offline', used: challenges, clock });
  const breaker = circuitBreaker(clock);
  const online = { provider: 'geetest', gt: id, success: 1, new_captcha: true } as const;
  const challengeForm = new RegExp(`^([0-9a-f]{${digest === 'md5' ? 32 : 64}})[0-9a-z]{0,2}$`);
  const failed = (step: string, error: unknown): undefined => {
    breaker.failed();
    log?.warn(
      { step, kind: error instanceof OutgoingError ? error.kind : 'answer' },
      'geetest is unavailable; falling back to the proof of work',
    );
    return undefined;
  };

  async function registered(clientKey: string): Promise<string | undefined> {
    if (!breaker.canTry()) return undefined;
    const origin = await api.register().catch((error: unknown) => failed('register', error));
    if (origin === undefined) return undefined;
    breaker.worked();
    const challenge = digested(digest, origin, key);
    await challenges.remember(issuedHash(challenge, clientKey), new Date(clock.now().getTime() + challengeLifeMs));
    return challenge;
  }

  async function checkOnline(answer: CaptchaAnswer, clientKey: string): Promise<CaptchaVerdict> {
    const challenge = challengeForm.exec(answer.geetest_challenge)?.[1];
    if (challenge === undefined || answer.geetest_seccode !== answer.geetest_validate + seccodeSuffix) return 'wrong';
    const redeemed = await challenges.redeem(issuedHash(challenge, clientKey), clock.now());
    if (redeemed !== 'first') return redeemed === 'unknown' ? 'wrong' : redeemed;
    // Geetest is known to be unavailable and cannot confirm the answer, so the client starts again with the proof of
    // work.
    if (!breaker.isClosed()) return 'expired';
    try {
      return (await api.confirms(answer)) ? 'ok' : 'wrong';
    } catch (error) {
      failed('validate', error);
      return 'expired';
    }
  }

  return {
    name: 'geetest',
    async init(clientKey) {
      const challenge = await registered(clientKey);
      if (challenge !== undefined) return { ...online, challenge };
      const work = await fallback.issue(clientKey);
      return { ...online, success: 0, challenge: work.parameters.nonce, altcha: { ...work } };
    },
    check: (answer, clientKey) =>
      onlineValidate.test(answer.geetest_validate) ? checkOnline(answer, clientKey) : fallback.check(answer, clientKey),
  };
}

/** The form of geetest's validate; the payload of a proof of work is far longer. */
const onlineValidate = /^[0-9a-f]{32}$/i;
const timeoutMs = 5_000;
const retryAfterMs = 30_000;

const Registered = z.object({ challenge: z.string().regex(/^[0-9a-zA-Z]{2,128}$/) });
const Confirmed = z.object({ seccode: z.string().min(1) });

/** Both calls throw if geetest does not answer as documented. */
function geetestApi({ id, digest = 'md5', apiUrl = 'https://api.geetest.com', outgoing }: GeetestSettings) {
  const call = async (
    method: 'GET' | 'POST',
    path: string,
    fields: Readonly<Record<string, string>>,
  ): Promise<unknown> => {
    const form = new URLSearchParams({
      ...fields,
      json_format: '1',
      sdk: 'countinghouse',
      client_type: 'web',
    }).toString();
    const { status, body } = await outgoing.request(
      method === 'GET'
        ? { method, url: `${apiUrl}${path}?${form}`, timeoutMs }
        : {
            method,
            url: apiUrl + path,
            body: form,
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            timeoutMs,
          },
    );
    if (status !== 200) throw new Error(`Geetest answered with status ${status}`);
    return JSON.parse(body);
  };
  return {
    register: async (): Promise<string> =>
      Registered.parse(await call('GET', '/register.php', { gt: id, digestmod: digest })).challenge,
    confirms: async ({ geetest_challenge, geetest_seccode }: CaptchaAnswer): Promise<boolean> => {
      const fields = { captchaid: id, challenge: geetest_challenge, seccode: geetest_seccode };
      return Confirmed.parse(await call('POST', '/validate.php', fields)).seccode !== 'false';
    },
  };
}

/**
 * After a failure, no request is made for 30 s. Then one request tries again; the others fall back until it succeeds.
 */
function circuitBreaker(clock: Clock) {
  let retryAtMs: number | undefined;
  return {
    isClosed: (): boolean => retryAtMs === undefined,
    canTry(): boolean {
      if (retryAtMs === undefined) return true;
      const nowMs = clock.now().getTime();
      if (nowMs < retryAtMs) return false;
      retryAtMs = nowMs + retryAfterMs;
      return true;
    },
    worked(): void {
      retryAtMs = undefined;
    },
    failed(): void {
      retryAtMs = clock.now().getTime() + retryAfterMs;
    },
  };
}

function digested(digest: GeetestDigest, origin: string, key: string): string {
  if (digest === 'hmac-sha256') return createHmac('sha256', key).update(origin).digest('hex');
  return createHash(digest)
    .update(origin + key)
    .digest('hex');
}

function issuedHash(challenge: string, clientKey: string): Uint8Array {
  return createHash('sha256').update(`geetest\n${challenge}\n${clientKey}`).digest();
}
