/** Which bank is meant: by its code or by any name, in whatever language, case and width somebody types it. */
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

/** Undefined where it is none of ours. */
export function findBank(text: string): Bank | undefined {
  return byName.get(plainName(text));
}

/** In the reader's language; a code that the list does not know (any more) stands for itself. */
export function bankName(code: string, language: Language): string {
  return byCode.get(code)?.name[language] ?? code;
}

/** All whose code or name, short or whole, has the text in it; nothing typed, all of them. */
export function banksLike(text: string): readonly Bank[] {
  const wanted = plainName(text);
  return banks.filter(({ code }) => searched.get(code)?.some((name) => name.includes(wanted)));
}

/** One form for comparing: narrow, small, without spaces, points, accents and the legal form. */
function plainName(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f\s.,'’·()-]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/(股份)?有限(责任)?公司$/, '');
}

const byCode: ReadonlyMap<string, Bank> = new Map(banks.map((bank) => [bank.code, bank]));
const searched: ReadonlyMap<string, readonly string[]> = new Map(
  banks.map(({ code, name }) => [
    code,
    [code, ...languages.map((language) => name[language]), ...(bankNames[code]?.short ?? [])].map(plainName),
  ]),
);
const byName: ReadonlyMap<string, Bank> = new Map(
  banks.flatMap((bank) => (searched.get(bank.code) ?? []).map((name) => [name, bank])),
);
