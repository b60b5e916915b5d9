/** A rough estimate of how hard a password is to guess: advice for the user, not a rule. */

import { PASSWORD_LENGTH } from './password-length.ts';

export type Strength = 'weak' | 'fair' | 'good' | 'strong';

/**
 * Counts length and kinds of characters, and subtracts what attackers try first: repeats, runs, common words, the
 * username.
 */
export function passwordStrength(password: string, username = ''): Strength {
  const lower = password.toLowerCase();
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(password)).length;
  const own = username.length >= 3 && lower.includes(username.toLowerCase());
  const usual = ['password', 'qwerty', 'admin', 'letmein', 'welcome', 'iloveyou'].some((word) => lower.includes(word));
  const points = differing(password) + kinds * 1.5 - (own ? 5 : 0) - (usual ? 5 : 0);
  if (points < 8.5 || password.length < PASSWORD_LENGTH.min) return 'weak';
  if (points < 12) return 'fair';
  return points < 16 ? 'good' : 'strong';
}

/** Characters that do not merely repeat or continue the one before (`aaa`, `123`, `cba`). */
function differing(password: string): number {
  const codes = [...password].map((character) => character.codePointAt(0) ?? 0);
  return codes.filter((code, index) => {
    const before = codes[index - 1];
    return before === undefined || Math.abs(code - before) > 1;
  }).length;
}
