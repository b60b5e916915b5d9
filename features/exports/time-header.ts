/** The header of a column of moments: it names the time zone in which they are written. */
import { formatPhrase } from '#foundation/core/phrase.ts';
import { type Language, words } from '#foundation/core/words.ts';

const { in_zone: inZone } = words({
  in_zone: ['{column} ({zone})', '{column}（{zone}）', '{column} ({zone})', '{column} ({zone})'],
});

export function timeHeader(column: string, { language, timeZone }: { language: Language; timeZone: string }): string {
  return formatPhrase(inZone, language, { column, zone: timeZone });
}
