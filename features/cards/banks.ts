/** Finds banks by their code or any of their names, in any language, case and character width. */
import { type Language, languages } from '#foundation/core/words.ts';
import { bankNames } from './bank-names.ts';

export interface Bank {
  readonly code: string;
  readonly name: Readonly<Record<Language, string>>;
}

export const banks: readonly Bank[] = Object.entries(bankNames).map(
  ([
    code,
    {
      names: [en, zh, es, th],
    },
  ]) => ({ code, name: { en, zh, es, th } }),
);

/** Returns undefined for banks we don't know. */
export function findBank(text: string): Bank | undefined {
  return byName.get(plainName(text));
}

/** The bank's name in the reader's language, or the code itself if the list does not have it (any more). */
export function bankName(code: string, language: Language): string {
  return byCode.get(code)?.name[language] ?? code;
}

/** All banks whose code, name or short name contains the text; all banks if the text is empty. */
export function banksLike(text: string): readonly Bank[] {
  const wanted = plainName(text);
  return banks.filter(({ code }) => searchableNames.get(code)?.some((name) => name.includes(wanted)));
}

/**
 * Normalizes a name for comparison: half width, lower case, without spaces, punctuation, accents and the legal form.
 */
function plainName(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f\s.,'’·()-]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/(股份)?有限(责任)?公司$/, '');
}

const byCode: ReadonlyMap<string, Bank> = new Map(banks.map((bank) => [bank.code, bank]));
const searchableNames: ReadonlyMap<string, readonly string[]> = new Map(
  banks.map(({ code, name }) => [
    code,
    [code, ...languages.map((language) => name[language]), ...(bankNames[code]?.short ?? [])].map(plainName),
  ]),
);
const byName: ReadonlyMap<string, Bank> = new Map(
  banks.flatMap((bank) => (searchableNames.get(bank.code) ?? []).map((name) => [name, bank])),
);
