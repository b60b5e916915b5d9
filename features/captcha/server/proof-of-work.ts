/**
 * The built-in captcha: issues signed proofs of work and checks them, in the format of ALTCHA version 2. A challenge
 * carries everything needed to check it, so any process can. It must never pass twice, for another client, or for
 * another purpose.
 */
import { createHash, createHmac, hkdfSync, randomInt, timingSafeEqual } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';
import type { Clock } from '#foundation/core/clock.ts';
import { seccodeSuffix, type CaptchaAnswer, type ProofOfWork, type WorkParameters } from '../proof-of-work.ts';
import type { CaptchaVerdict } from './provider.ts';

/** Stores the used challenges, shared by all processes. */
export interface UsedChallenges {
  /** Remembers the hash until `expiresAt`. Returns true for the first caller and false for all later ones. */
  spend(challengeHash: Uint8Array, expiresAt: Date): Promise<boolean>;
}

export interface WorkDesk {
  issue(clientKey: string): Promise<ProofOfWork>;
  /** Uses up the challenge, whether or not the solution is right. */
  check(answer: CaptchaAnswer, clientKey: string): Promise<CaptchaVerdict>;
}

export interface WorkSettings {
  /** At least 32 random bytes, the same in every process, and used for nothing else. */
  readonly secret: Uint8Array;
  /** Signed into the challenge: a challenge issued for another purpose is rejected. */
  readonly purpose: string;
  readonly used: UsedChallenges;
  readonly clock: Clock;
}

export const challengeLifeMs = 5 * 60_000;
/** Max difference between two processes' clocks. A used challenge is remembered this much longer than it is valid. */
const clockSlackMs = 60_000;

export function workDesk({ secret, purpose, used, clock }: WorkSettings): WorkDesk {
  if (secret.byteLength < 32) throw new Error('The captcha secret must have at least 32 bytes');
  const hmacSignatureSecret = subkey(secret, 'challenge');
  const hmacKeySignatureSecret = subkey(secret, 'solution');
  const clientSecret = subkey(secret, 'client');
  const clientOf = (clientKey: string): string => createHmac('sha256', clientSecret).update(clientKey).digest('hex');

  return {
    async issue(clientKey) {
      const expires = Math.floor((clock.now().getTime() + challengeLifeMs) / 1000);
      const { parameters, signature } = await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: iterationsPerAttempt,
        counter: randomInt(minAttempts, maxAttempts),
        deriveKey,
        hmacSignatureSecret,
        hmacKeySignatureSecret,
        // altcha's own `expiresAt` would be compared with the machine's clock instead of the injected one.
        data: { client: clientOf(clientKey), purpose, expires },
      });
      return { parameters: Parameters.parse(parameters), signature: z.string().parse(signature) };
    },
    async check(answer, clientKey) {
      const payload = payloadOf(answer);
      if (!payload) return 'wrong';
      const { challenge, solution } = payload;
      const { data } = challenge.parameters;
      const result = await verifySolution({
        challenge,
        solution,
        deriveKey,
        hmacSignatureSecret,
        hmacKeySignatureSecret,
      });
      if (result.invalidSignature !== false || data.purpose !== purpose || !sameText(data.client, clientOf(clientKey)))
        return 'wrong';
      const expiresAt = new Date(data.expires * 1000);
      if (clock.now() >= expiresAt) return 'expired';
      const isFirst = await used.spend(hashOf(challenge.signature), new Date(expiresAt.getTime() + clockSlackMs));
      if (!isFirst) return 'used';
      return result.verified ? 'ok' : 'wrong';
    },
  };
}

/**
 * One million iterations on average: about 0.1 to 0.2 s on a desktop, 0.5 s on a phone, and 1 s if the page has no Web
 * Crypto. With these bounds the slowest solution takes at most two and a half times as long as the fastest.
 */
const iterationsPerAttempt = 5_000;
const minAttempts = 120;
const maxAttempts = 281;

const hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${2 * bytes}}$`));
const Parameters: z.ZodType<WorkParameters> = z.strictObject({
  algorithm: z.literal('PBKDF2/SHA-256'),
  nonce: hex(16),
  salt: hex(16),
  cost: z.literal(iterationsPerAttempt),
  keyLength: z.literal(32),
  keyPrefix: hex(16),
  keySignature: hex(32),
  data: z.strictObject({ client: hex(32), purpose: z.string().max(40), expires: z.int() }),
});
const Payload = z.object({
  challenge: z.object({ parameters: Parameters, signature: hex(32) }),
  solution: z.object({ counter: z.int().min(0).max(0xffff_ffff), derivedKey: hex(32) }),
});
const maxPayloadCharacters = 4_096;

/** Decodes the payload in the three fields. Undefined if the fields do not belong together or hold no payload. */
function payloadOf({
  geetest_challenge,
  geetest_validate,
  geetest_seccode,
}: CaptchaAnswer): z.infer<typeof Payload> | undefined {
  if (geetest_validate.length > maxPayloadCharacters || geetest_seccode !== geetest_validate + seccodeSuffix)
    return undefined;
  const payload = Payload.safeParse(parsedJson(Buffer.from(geetest_validate, 'base64').toString('latin1'))).data;
  return payload?.challenge.parameters.nonce === geetest_challenge ? payload : undefined;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function hashOf(signature: string): Uint8Array {
  return createHash('sha256').update(`proof of work\n${signature}`).digest();
}

function subkey(secret: Uint8Array, label: string): string {
  return Buffer.from(hkdfSync('sha256', secret, '', `captcha ${label}`, 32)).toString('base64');
}

function sameText(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
