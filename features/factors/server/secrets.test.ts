import { describe, expect, it } from 'vitest';
import { Sealer } from '#foundation/server/secrets/sealing.ts';
import { RECOVERY_CODE_FORM } from '../rules.ts';
import {
  newRecoveryCodes,
  pendingSecretOf,
  recoveryCodeHash,
  sealedPendingSecret,
  sealedSecret,
  secretOf,
} from './secrets.ts';

const sealer = new Sealer(Buffer.alloc(32, 7));
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('a sealed secret', () => {
  it('opens only in its own row, as its own kind, with its own key', () => {
    const secret = sealedSecret(sealer, 'one', SECRET);
    expect(secretOf(sealer, { authenticatorId: 'one', secret })).toBe(SECRET);
    expect(() => secretOf(sealer, { authenticatorId: 'two', secret })).toThrow('unable to authenticate');
    expect(() => pendingSecretOf(sealer, { sessionId: 'one', secret })).toThrow('unable to authenticate');
    expect(() => secretOf(new Sealer(Buffer.alloc(32, 8)), { authenticatorId: 'one', secret })).toThrow(
      'unable to authenticate',
    );
    const pending = sealedPendingSecret(sealer, 'one', SECRET);
    expect(pendingSecretOf(sealer, { sessionId: 'one', secret: pending })).toBe(SECRET);
    expect(() => pendingSecretOf(sealer, { sessionId: 'two', secret: pending })).toThrow('unable to authenticate');
  });
});

describe('recovery codes', () => {
  it('are ten, all different, and different the next time', () => {
    const all = [...newRecoveryCodes(), ...newRecoveryCodes()];
    expect(new Set(all).size).toBe(20);
    for (const code of all) expect(code).toMatch(RECOVERY_CODE_FORM);
  });

  it('have the same hash in every spelling, and another for another user or key', () => {
    const hash = recoveryCodeHash(sealer, 1n, 'ab2cd-3ef4g');
    expect(recoveryCodeHash(sealer, 1n, ' AB2CD 3EF4G')).toEqual(hash);
    expect(recoveryCodeHash(sealer, 2n, 'ab2cd-3ef4g')).not.toEqual(hash);
    expect(recoveryCodeHash(new Sealer(Buffer.alloc(32, 8)), 1n, 'ab2cd-3ef4g')).not.toEqual(hash);
  });
});
