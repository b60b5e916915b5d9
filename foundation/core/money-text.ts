/** Formats an amount with its currency for a language: the only form that people see, on screens and in messages. */
import type { Currency, Money } from './money.ts';
import { type Language, locales } from './words.ts';

/**
 * `{ amount: "1234.50", currency: "CNY" }` → `¥1,234.50`. `signed` adds a plus sign to positive amounts. A negative
 * amount has a minus sign, which is as wide as the plus, not a hyphen.
 */
export function moneyText(
  { amount, currency }: Money,
  language: Language,
  { signed = false }: { signed?: boolean } = {},
): string {
  const key = `${language} ${currency} ${signed}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(locales[language], optionsOf(currency, signed));
  formats.set(key, format);
  return format.format(amount as Intl.StringNumericLiteral).replace('-', '−');
}
const formats = new Map<string, Intl.NumberFormat>();

function optionsOf(currency: Currency, signed: boolean): Intl.NumberFormatOptions {
  return {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    useGrouping: 'always',
    ...(signed ? { signDisplay: 'exceptZero' } : {}),
  };
}

/** The sign of a currency in a language, such as `¥`; its code if it has none. */
export function currencySign(currency: Currency, language: Language): string {
  const parts = new Intl.NumberFormat(locales[language], optionsOf(currency, false)).formatToParts(0);
  return parts.find(({ type }) => type === 'currency')?.value ?? currency;
}
