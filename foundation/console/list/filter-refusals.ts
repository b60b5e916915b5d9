/** The server's errors about a list's filters, for the filter bar and its text filters. */
import { createContext, use } from 'react';
import { FieldErrors } from '#foundation/console/wire/api-errors.ts';

export type FilterRefusals = Readonly<Record<string, string>>;

const NO_REFUSALS: FilterRefusals = {};

const Refusals = createContext(NO_REFUSALS);

export const FilterRefusalsProvider = Refusals.Provider;

/** Returns field of the call → message; empty unless the server rejected the list's fields. */
export function filterRefusals(error: Error | null | undefined): FilterRefusals {
  return error instanceof FieldErrors ? error.fields : NO_REFUSALS;
}

/** Whether a filter must be corrected before the list can be fetched or exported. */
export function isRefused(error: Error | null | undefined): boolean {
  return error instanceof FieldErrors;
}

export function useFilterRefusal(name: string | undefined): string | undefined {
  const refusals = use(Refusals);
  return name === undefined ? undefined : refusals[name];
}
