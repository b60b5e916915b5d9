/** Why a version of the routes was published, as text for people. */
import type { PhraseValues } from '#foundation/core/words.ts';
import type { VersionRow } from './routing-contract.ts';
import type { operatorRoutingWords } from './routing-words.ts';

export function versionReason(
  t: (name: keyof typeof operatorRoutingWords, values?: PhraseValues) => string,
  { publishedBy, reason, backTo }: Pick<VersionRow, 'publishedBy' | 'reason' | 'backTo'>,
): string {
  if (publishedBy === null) return t('before_first');
  return backTo === null ? reason : `${reason} (${t('back_to', { version: String(backTo) })})`;
}
