/** Rules about certifications: what counts as a name, an ID number, a website; how an ID number is shown; when one may be sent. */
import type { Certification } from '#features/members/member.ts';

export type CertificationStatus = Certification;
/** Of what was sent. */
export type SentStatus = Exclude<Certification, 'none'>;

/** Chinese characters, English letters and digits, and nothing else. */
export const PLAIN_NAME = /^[\p{Script=Han}A-Za-z0-9]+$/u;

/** Nothing was sent, or it was rejected: approved is final, and a pending one is decided first. */
export function maySubmit(status: CertificationStatus): boolean {
  return status === 'none' || status === 'rejected';
}

/**
 * An ID number in the one form in which it is kept; undefined for what is none. `rule` is the platform's country: `CN` has
 * the 18 characters of GB 11643, with birth date and check digit; elsewhere 5 to 30 letters and digits. `today`: `YYYY-MM-DD`.
 */
export function idNumberOf(text: string, rule: string, today: string): string | undefined {
  // Before the letters are made large, which would make some letters of other alphabets into these.
  if (!/^[A-Za-z0-9]{5,30}$/.test(text.trim())) return undefined;
  const typed = text.trim().toUpperCase();
  if (rule !== 'CN') return typed;
  if (!/^[1-9]\d{16}[\dX]$/.test(typed)) return undefined;
  const born = `${typed.slice(6, 10)}-${typed.slice(10, 12)}-${typed.slice(12, 14)}`;
  if (!isDay(born) || born < '1900-01-01' || born > today) return undefined;
  return typed.endsWith(checkCharacter(typed)) ? typed : undefined;
}

/** ISO 7064 MOD 11-2 over the first 17 digits. */
function checkCharacter(idNumber: string): string {
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * Number(idNumber[index]), 0);
  return '10X98765432'.charAt(sum % 11);
}
const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];

function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

export function idNumberFormWord(rule: string): 'id_number_form' | 'id_number_form_international' {
  return rule === 'CN' ? 'id_number_form' : 'id_number_form_international';
}

/** At most the first and the last three characters: `110************23X`, `A***5`. */
export function maskIdNumber(idNumber: string): string {
  const shown = Math.min(3, Math.floor(idNumber.length / 5));
  return idNumber.slice(0, shown) + '*'.repeat(idNumber.length - 2 * shown) + idNumber.slice(-shown);
}

/** An http(s) address whose host name has a dot; without a login, which could make one host look like another. */
export function isWebsite(text: string): boolean {
  return WEBSITE.test(text);
}
const WEBSITE = /^https?:\/\/(?:[\p{L}\p{M}\p{N}-]+\.)+[\p{L}\p{M}\p{N}-]+(?::\d{1,5})?(?:[/?#][^\s\\<>"\p{Cc}\u202a-\u202e\u2066-\u2069]*)?$/iu;
