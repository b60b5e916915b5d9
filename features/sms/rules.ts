/** Rules for mobile numbers and the codes sent to them: validation, normal form, masking, lifetime and limits. */
import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/mobile';
import { typedLine } from '#foundation/core/typed-line.ts';
import { withPlainDigits } from '#foundation/core/typed-text.ts';
import { mainlandMobileOf } from './mainland.ts';

/**
 * Returns a typed number in the one form in which it is stored and compared: 11 digits under the rule `CN` (the
 * specification's: starting with 13 to 19), otherwise E.164. `rule` is `CN` or an ISO 3166 country. The number is read
 * as phones autofill it: with or without the country code, after `+` or `00`, with spaces and hyphens. Undefined if the
 * text is not such a number.
 */
export function mobileOf(text: string, rule: string): string | undefined {
  if (rule === 'CN') return mainlandMobileOf(text);
  if (!isSupportedCountry(rule)) return undefined;
  const typed = withPlainDigits(typedLine(text));
  return (
    mobileIn(typed, rule) ??
    mobileIn(typed.replace(new RegExp(`^00[\\s-]*(?=${getCountryCallingCode(rule)})`), '+'), rule)
  );
}

function mobileIn(typed: string, rule: CountryCode): string | undefined {
  const found = parsePhoneNumberFromString(typed, { defaultCountry: rule, extract: false });
  return found?.isValid() && found.country === rule && found.ext === undefined ? found.number : undefined;
}

/** The phrase shown for an invalid number. */
export function mobileFaultName(rule: string): 'mobile_form' | 'mobile_form_international' {
  return rule === 'CN' ? 'mobile_form' : 'mobile_form_international';
}

/** Shows only the first three and last four digits: `138****1234`, `+668****5678`. */
export function maskMobile(mobile: string): string {
  return `${mobile.slice(0, mobile.startsWith('+') ? 4 : 3)}****${mobile.slice(-4)}`;
}

export const CODE_LIFE_MS = 5 * 60_000;
export const CODE_TRIES = 5;

const HOUR_MS = 3_600_000;

/** Rate limits for sending codes. */
export const codeLimits = {
  numberResend: { scope: 'sms_number_resend', tries: 1, windowMs: 60_000 },
  numberDay: { scope: 'sms_number_day', tries: 10, windowMs: 24 * HOUR_MS },
  account: { scope: 'sms_account', tries: 10, windowMs: HOUR_MS },
  address: { scope: 'sms_address', tries: 30, windowMs: HOUR_MS },
} as const;
