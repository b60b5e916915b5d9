/** Sealing, opening and hashing the secrets in this feature's tables, each bound to its own row. */
import { randomInt } from 'node:crypto';
import type { Sealer } from '#foundation/server/secrets/sealing.ts';
import { plainRecoveryCode, RECOVERY_CODES } from '../rules.ts';
import type { Authenticator, PendingAuthenticator } from './store.ts';

const authenticatorPlace = (authenticatorId: string) => ({
  table: 'authenticators',
  column: 'secret',
  row: authenticatorId,
});
const pendingPlace = (sessionId: string) => ({ table: 'pending_authenticators', column: 'secret', row: sessionId });

export function secretOf(
  sealer: Sealer,
  { authenticatorId, secret }: Pick<Authenticator, 'authenticatorId' | 'secret'>,
): string {
  return sealer.open(secret, authenticatorPlace(authenticatorId));
}

export function sealedSecret(sealer: Sealer, authenticatorId: string, secret: string): Buffer {
  return sealer.seal(secret, authenticatorPlace(authenticatorId));
}

export function pendingSecretOf(
  sealer: Sealer,
  { sessionId, secret }: Pick<PendingAuthenticator, 'sessionId' | 'secret'>,
): string {
  return sealer.open(secret, pendingPlace(sessionId));
}

export function sealedPendingSecret(sealer: Sealer, sessionId: string, secret: string): Buffer {
  return sealer.seal(secret, pendingPlace(sessionId));
}

/** Without letters that look alike. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz';

/** 49 random bits each: not guessable within five tries. */
export function newRecoveryCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < RECOVERY_CODES) {
    const letters = Array.from({ length: 10 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
    codes.add(`${letters.slice(0, 5)}-${letters.slice(5)}`);
  }
  return [...codes];
}

export function recoveryCodeHash(sealer: Sealer, userId: bigint, typed: string): Buffer {
  return sealer.fingerprint(recoveryText(userId, typed), 'recovery code');
}

/** All hashes under which a code may be stored: it may date from a former master key. */
export function recoveryCodeHashes(sealer: Sealer, userId: bigint, typed: string): Buffer[] {
  return sealer.fingerprints(recoveryText(userId, typed), 'recovery code');
}

function recoveryText(userId: bigint, typed: string): string {
  return `${userId}\n${plainRecoveryCode(typed)}`;
}
