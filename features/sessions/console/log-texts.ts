/** What the log stores in plain text, as users read it. Pure. */
import type { Format } from '#foundation/core/format.ts';
import type { Translate } from '#foundation/console/page/words.tsx';
import type { logWords } from '../screen-words.ts';

/** `Chrome on Windows` in the user's language; a program's own name as it is. */
export function deviceText(device: string, t: Translate<typeof logWords>): string {
  const [, program, system] = /^(\S.*?) on (.+)$/.exec(device) ?? [];
  return program === undefined || system === undefined ? device : t('device_on', { program, system });
}

/**
 * The system number that an action was about, and what follows it, with its amount as amounts are shown. `number` is
 * undefined if it was about something else.
 */
export function objectParts(object: string, format: Format): { number: string | undefined; rest: string } {
  const [, number, rest = ''] = /^(\d{19})(?: (.+))?$/.exec(object) ?? [];
  if (number === undefined) return { number, rest: object };
  const [, amount, text = ''] = /^(\d+(?:\.\d+)?)(?: (.+))?$/.exec(rest) ?? [undefined, undefined, rest];
  return { number, rest: [amount === undefined ? '' : format.amount(amount), text].filter(Boolean).join(' · ') };
}
