/**
 * Rules for certifications: what is a valid name, ID number and website, how an ID number is masked, and when a
 * certification can be submitted.
 */
import type { Certification } from '#features/members/member.ts';
import { typedNumber } from '#foundation/core/typed-text.ts';

export type CertificationStatus = Certification;
/** The status of a submitted certification. */
export type SentStatus = Exclude<Certification, 'none'>;

/**
 * The separators of English names, between two letters or digits: a space, a hyphen, an apostrophe, a full stop, a middle
 * dot; and in pairs as in "J. P.", "J.-P.", "dell' Acqua" and "Gerard 't Hooft".
 */
const BETWEEN = "(?:\\.[ -]?|' ?| '|[ \\-·])";
/** A full stop can end a name: "Sammy Davis Jr." */
const nameOf = (letter: string): RegExp => new RegExp(`^[${letter}]+(?:${BETWEEN}[${letter}]+)*\\.?$`, 'u');
/** Under the mobile rule CN: Chinese characters, Latin letters and digits. */
const NAME_CN = nameOf('\\p{Script=Han}\\p{Script=Latin}\\p{M}0-9');
/** Under any other rule: letters, marks and digits of any script. */
const NAME_OF_ANY_SCRIPT = nameOf('\\p{L}\\p{M}\\p{Nd}\\p{Nl}');

/** Whether a name or an industry is valid under the platform's mobile rule. */
export function isCertifiedName(text: string, rule: string): boolean {
  return (rule === 'CN' ? NAME_CN : NAME_OF_ANY_SCRIPT).test(text);
}

export function nameFaultName(rule: string): 'certification_name_form' | 'certification_name_form_international' {
  return rule === 'CN' ? 'certification_name_form' : 'certification_name_form_international';
}

/** True if nothing was submitted or it was rejected. Approved is final, and a pending one must be decided first. */
export function canSubmit(status: CertificationStatus): boolean {
  return status === 'none' || status === 'rejected';
}

export type IdNumberFault = 'id_number_form' | 'id_number_form_international' | 'id_number_check';

/**
 * Returns an ID number in its normalized form, or the error. `rule` is the platform's country: `CN` requires the 18
 * characters of GB 11643, with birth date and check digit; any other requires 5 to 30 letters and digits. `today`:
 * `YYYY-MM-DD`.
 */
export function readIdNumber(
  text: string,
  rule: string,
  today: string,
): { idNumber: string } | { fault: IdNumberFault } {
  const isMainland = rule === 'CN';
  const form = { fault: isMainland ? 'id_number_form' : 'id_number_form_international' } as const;
  const bare = typedNumber(text).replace(/[Ｘｘ]$/, 'X');
  // Checked before upper-casing, because some non-ASCII letters have an ASCII upper case.
  if (!/^[A-Za-z0-9]{5,30}$/.test(bare)) return form;
  const idNumber = bare.toUpperCase();
  if (!isMainland) return { idNumber };
  if (!/^[1-9]\d{16}[\dX]$/.test(idNumber)) return form;
  const born = `${idNumber.slice(6, 10)}-${idNumber.slice(10, 12)}-${idNumber.slice(12, 14)}`;
  if (!isDay(born) || born < '1900-01-01' || born > today) return form;
  return idNumber.endsWith(checkCharacter(idNumber)) ? { idNumber } : { fault: 'id_number_check' };
}

/** What an ID number of mainland China says. */
export interface IdNumberFacts {
  /** `YYYY-MM-DD`. */
  born: string;
  /** Whole years on the given day. */
  age: number;
  /** Whether the last character fits the others. */
  checkFits: boolean;
}

/** Undefined if the number has another form, as under other rules. `today`: `YYYY-MM-DD`. */
export function idNumberFacts(idNumber: string, today: string): IdNumberFacts | undefined {
  if (!/^[1-9]\d{16}[\dX]$/.test(idNumber)) return undefined;
  const born = `${idNumber.slice(6, 10)}-${idNumber.slice(10, 12)}-${idNumber.slice(12, 14)}`;
  if (!isDay(born) || born > today) return undefined;
  const years = Number(today.slice(0, 4)) - Number(born.slice(0, 4));
  const hadBirthday = today.slice(5) >= born.slice(5);
  return { born, age: hadBirthday ? years : years - 1, checkFits: idNumber.endsWith(checkCharacter(idNumber)) };
}

/** How long an operator who opened a certification is shown as looking at it. */
export const CLAIM_MS = 10 * 60_000;

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

/**
 * An http(s) address whose host name has a dot. A login is not allowed, because it could make one host look like
 * another.
 */
export function isWebsite(text: string): boolean {
  return WEBSITE.test(text);
}
const WEBSITE =
  /^https?:\/\/(?:[\p{L}\p{M}\p{N}-]+\.)+[\p{L}\p{M}\p{N}-]+(?::\d{1,5})?(?:[/?#][^\s\\<>"\p{Cc}\u202a-\u202e\u2066-\u2069]*)?$/iu;
