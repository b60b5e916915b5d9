/** Reads a time of day that a person typed, on a clock of 24 hours: `9:05`, `09.05`, `0905`. */
import { typedLine } from './typed-line.ts';
import { withPlainDigits } from './typed-text.ts';

/** Returns `HH:MM`; undefined for other text. */
export function readTime(text: string): string | undefined {
  const found = /^(\d{1,2})\s?[:：.h]?\s?(\d{2})$/.exec(withPlainDigits(typedLine(text)).toLowerCase());
  const [, hour = '', minute = ''] = found ?? [];
  return found && Number(hour) < 24 && Number(minute) < 60 ? `${hour.padStart(2, '0')}:${minute}` : undefined;
}
