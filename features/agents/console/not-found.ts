/** Whether a call answered that there is nothing of this kind for the caller. */
import { CallRefused } from '#foundation/console/wire/api-errors.ts';

export function isNotFound(error: Error | null): boolean {
  return error instanceof CallRefused && error.error === 'not_found';
}
