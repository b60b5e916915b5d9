/** Which of our languages and encodings a client prefers, by its `Accept-…` headers. */
import Negotiator from 'negotiator';
import { defaultLanguage, type Language, languages } from '#foundation/core/words.ts';

/** Returns English if the client accepts none of our languages. A regional language counts as its language. */
export function pickLanguage(accepted: string | undefined): Language {
  const [preferred] = new Negotiator({ headers: { 'accept-language': accepted } }).languages(languages);
  return languages.find((language) => language === preferred) ?? defaultLanguage;
}

/** Returns those of the encodings that the client accepts. A client that names none accepts none of them. */
export function acceptedEncodings(accepted: string | undefined, available: readonly string[]): readonly string[] {
  if (accepted === undefined) return [];
  return new Negotiator({ headers: { 'accept-encoding': accepted } }).encodings(available);
}
