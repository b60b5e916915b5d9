/**
 * Rules about mobile numbers and the codes sent to them: what counts as a number, how it is kept and shown, how long a code
 * lives and how many may be asked for.
 */
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/mobile';

/** The specification's rule: 11 digits, starting with 13 to 19. */
const MAINLAND_MOBILE = /^1[3-9]\d{9}$/;

/**
 * A typed number in the one form in which it is kept and compared: 11 digits under the rule `CN`, else E.164. `rule` is `CN`
 * or an ISO 3166 country, whose mobile numbers are taken with or without its code. Undefined: no such number.
 */
export function mobileOf(text: string, rule: string): string | undefined {
  const typed = text.trim();
  if (rule === 'CN') return MAINLAND_MOBILE.test(typed) ? typed : undefined;
  if (!isSupportedCountry(rule)) return undefined;
  const found = parsePhoneNumberFromString(typed, { defaultCountry: rule satisfies CountryCode, extract: false });
  return found?.isValid() && found.country === rule && found.ext === undefined ? found.number : undefined;
}

/** What a wrong number is told. */
export function mobileFormWord(rule: string): 'mobile_form' | 'mobile_form_international' {
  return rule === 'CN' ? 'mobile_form' : 'mobile_form_international';
}

/** First three and last four digits: `138****1234`, `+668****5678`. */
export function maskMobile(mobile: string): string {
  return `${mobile.slice(0, mobile.startsWith('+') ? 4 : 3)}****${mobile.slice(-4)}`;
}

export const CODE_LIFE_MS = 5 * 60_000;
export const CODE_TRIES = 5;

const HOUR_MS = 3_600_000;

/** How many codes may be asked for. */
export const codeLimits = {
  numberResend: { scope: 'sms_number_resend', tries: 1, windowMs: 60_000 },
  numberDay: { scope: 'sms_number_day', tries: 10, windowMs: 24 * HOUR_MS },
  account: { scope: 'sms_account', tries: 10, windowMs: HOUR_MS },
  address: { scope: 'sms_address', tries: 30, windowMs: HOUR_MS },
} as const;
