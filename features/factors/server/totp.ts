/** Time-based one-time codes (RFC 6238), as authenticator apps compute them, and their secrets. */
import { generateSecret, generateURI, verifySync } from 'otplib';
import { STEP_DIGITS, STEP_SECONDS } from '../rules.ts';

/** 160 random bits in Base32. */
export function newSecret(): string {
  return generateSecret({ length: 20 });
}

/** The `otpauth://` address for a QR code. The app shows issuer and account next to the code. */
export function addressOf(secret: string, { issuer, account }: { issuer: string; account: string }): string {
  return generateURI({ strategy: 'totp', issuer, label: account, secret, digits: STEP_DIGITS, period: STEP_SECONDS });
}

/** Returns the step of the code: the current one, the previous or the next; undefined if the code is wrong. */
export function stepOf(secret: string, code: string, now: Date): bigint | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const found = verifySync({
    strategy: 'totp',
    secret,
    token: code,
    digits: STEP_DIGITS,
    period: STEP_SECONDS,
    epoch: Math.floor(now.getTime() / 1000),
    epochTolerance: STEP_SECONDS,
  });
  return found.valid && 'timeStep' in found ? BigInt(found.timeStep) : undefined;
}
