/**
 * Tells members in their language why an upstream did not pay. Connectors report stable names (`UpstreamError.reason`);
 * what else an upstream says is its own text and stays as it is.
 */
import { formatPhrase } from '#foundation/core/phrase.ts';
import type { Language } from '#foundation/core/words.ts';
import { providerReasons, sandboxReasons } from './reason-words.ts';

const phraseOf = new Map<string, keyof typeof providerReasons>([
  ['network', 'network'],
  ['upstream_unavailable', 'network'],
  ['timeout', 'no_answer'],
  ['http', 'unclear'],
  ['http_status', 'unclear'],
  ['malformed', 'unclear'],
  ['reply_missing', 'unclear'],
  ['reply_mismatch', 'unclear'],
  ['amount_differs', 'unclear'],
  ['another_payout', 'unclear'],
  ['currency_not_served', 'not_served'],
  ['channel_not_served', 'not_served'],
  ['payouts_not_served', 'not_served'],
]);

/** The text for users; null and empty stay empty. */
export function reasonText(reason: string | null, language: Language): string {
  if (reason === null || reason === '') return '';
  if (reason === sandboxReasons.amount_44.en) return sandboxReasons.amount_44[language];
  const name = phraseOf.get(reason);
  if (name !== undefined) return providerReasons[name][language];
  return /^[a-z][a-z0-9_]*$/.test(reason) ? formatPhrase(providerReasons.refused, language, { reason }) : reason;
}
