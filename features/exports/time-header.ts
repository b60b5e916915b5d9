/** The header of a column of moments: it names the time zone in which they are written. */
import { formatPhrase } from '#foundation/core/phrase.ts';
import { type Language, words } from '#foundation/core/words.ts';

const headers = words({
  in_zone: ['{column} ({zone})', '{column}（{zone}）', '{column} ({zone})', '{column} ({zone})'],
});

export function timeHeader(column: string, { language, timeZone }: { language: Language; timeZone: string }): string {
  return formatPhrase(headers.in_zone, language, { column, zone: timeZone });
}
