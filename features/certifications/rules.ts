/**
 * Rules about certifications: what counts as a name, an ID number, a website; how an ID number is shown; when one may
 * be sent.
 */
import type { Certification } from '#features/members/member.ts';
import { typedNumber } from '#foundation/core/typed-text.ts';

export type CertificationStatus = Certification;
/** Of what was sent. */
export type SentStatus = Exclude<Certification, 'none'>;

/**
 * Between two letters or digits of a name: a space, a hyphen, an apostrophe, a dot or a point, or a dot and a space
 * ("J. P.").
 */
const BETWEEN = "(?:\\. |[ \\-'.·])";
/** Under the mobile rule CN: Chinese characters, Latin letters and digits. */
const NAME_CN = new RegExp(
  `^[\\p{Script=Han}\\p{Script=Latin}\\p{M}0-9]+(?:${BETWEEN}[\\p{Script=Han}\\p{Script=Latin}\\p{M}0-9]+)*$`,
  'u',
);
/** Elsewhere: letters, marks and digits of any script. */
const NAME_OF_ANY_SCRIPT = new RegExp(
  `^[\\p{L}\\p{M}\\p{Nd}\\p{Nl}]+(?:${BETWEEN}[\\p{L}\\p{M}\\p{Nd}\\p{Nl}]+)*$`,
  'u',
);

/** Whether a name or an industry is written as the platform's mobile rule wants it. */
export function isCertifiedName(text: string, rule: string): boolean {
  return (rule === 'CN' ? NAME_CN : NAME_OF_ANY_SCRIPT).test(text);
}

export function nameFormWord(rule: string): 'certification_name_form' | 'certification_name_form_international' {
  return rule === 'CN' ? 'certification_name_form' : 'certification_name_form_international';
}

/** Nothing was sent, or it was rejected: approved is final, and a pending one is decided first. */
export function maySubmit(status: CertificationStatus): boolean {
  return status === 'none' || status === 'rejected';
}

export type IdNumberFault = 'id_number_form' | 'id_number_form_international' | 'id_number_check';

/**
 * An ID number in the one form in which it is kept, or the word for what is wrong with it. `rule` is the platform's
 * country: `CN` has the 18 characters of GB 11643, with birth date and check digit; elsewhere 5 to 30 letters and
 * digits. `today`: `YYYY-MM-DD`.
 */
export function readIdNumber(
  text: string,
  rule: string,
  today: string,
): { idNumber: string } | { fault: IdNumberFault } {
  const isMainland = rule === 'CN';
  const form = { fault: isMainland ? 'id_number_form' : 'id_number_form_international' } as const;
  const bare = typedNumber(text).replace(/[Ｘｘ]$/, 'X');
  // Checked before the case is changed: some letters of other alphabets have an ASCII upper case.
  if (!/^[A-Za-z0-9]{5,30}$/.test(bare)) return form;
  const idNumber = bare.toUpperCase();
  if (!isMainland) return { idNumber };
  if (!/^[1-9]\d{16}[\dX]$/.test(idNumber)) return form;
  const born = `${idNumber.slice(6, 10)}-${idNumber.slice(10, 12)}-${idNumber.slice(12, 14)}`;
  if (!isDay(born) || born < '1900-01-01' || born > today) return form;
  return idNumber.endsWith(checkCharacter(idNumber)) ? { idNumber } : { fault: 'id_number_check' };
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

/** At most the first and the last three characters: `110************23X`, `A***5`. */
export function maskIdNumber(idNumber: string): string {
  const shown = Math.min(3, Math.floor(idNumber.length / 5));
  return idNumber.slice(0, shown) + '*'.repeat(idNumber.length - 2 * shown) + idNumber.slice(-shown);
}

/** An http(s) address whose host name has a dot; without a login, which could make one host look like another. */
export function isWebsite(text: string): boolean {
  return WEBSITE.test(text);
}
const WEBSITE =
  /^https?:\/\/(?:[\p{L}\p{M}\p{N}-]+\.)+[\p{L}\p{M}\p{N}-]+(?::\d{1,5})?(?:[/?#][^\s\\<>"\p{Cc}\u202a-\u202e\u2066-\u2069]*)?$/iu;
