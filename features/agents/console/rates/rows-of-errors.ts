/** The call gets only the changed rows. Moves the errors of its rows to the rows of the form. */
import { CallRefused, FieldErrors } from '#foundation/console/wire/api-errors.ts';

/** `rows`: the form's row of each row that was sent. Returns other errors unchanged. */
export function withRowsOfForm(error: unknown, rows: readonly number[]): unknown {
  const fields = error instanceof FieldErrors || error instanceof CallRefused ? error.fields : {};
  const names = Object.keys(fields);
  if (!(error instanceof Error) || names.length === 0) return error;
  const moved = names.map((name): [string, string] => [
    name.replace(/^rates\.(\d+)/, (_, index: string) => `rates.${rows[Number(index)] ?? index}`),
    fields[name] ?? '',
  ]);
  return new FieldErrors(error.message, Object.fromEntries(moved));
}
