/** How the operator commands prompt for a name and a password, and which they accept. */
import type { z } from 'zod';
import { Username } from '#features/accounts/username-field.ts';
import { Password } from '#features/accounts/password-fields.ts';
import { userTexts } from '#features/accounts/words.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import type { Words } from '#foundation/core/words.ts';
import { CommandError } from '#foundation/server/process/command.ts';
import type { Terminal } from '#foundation/server/process/terminal.ts';

export function checkedUsername(text: string): string {
  return checked(Username, 'username', text);
}

export function checkedPassword(text: string): string {
  return checked(Password, 'password', text);
}

export async function promptTwice(terminal: Terminal): Promise<string> {
  const password = await terminal.prompt('Password: ', { hidden: true });
  // Piped input has no typing errors.
  if (process.stdin.isTTY && (await terminal.prompt('Repeat the password: ', { hidden: true })) !== password)
    throw new CommandError('The two passwords differ.');
  return password;
}

function checked(schema: z.ZodType<string>, what: string, text: string): string {
  const parsed = schema.safeParse(text);
  if (parsed.success) return parsed.data;
  const phrase = (userTexts as Words)[parsed.error.issues[0]?.message ?? ''];
  throw new CommandError(`This ${what} can't be used.${phrase ? ` ${formatPhrase(phrase, 'en')}.` : ''}`);
}
