/** What the server says is wrong with a list's filters, for the filter bar and the boxes in it. */
import { createContext, use } from 'react';
import { FieldErrors } from './api-errors.ts';

export type FilterRefusals = Readonly<Record<string, string>>;

const NO_REFUSALS: FilterRefusals = {};

const Refusals = createContext(NO_REFUSALS);

export const FilterRefusalsProvider = Refusals.Provider;

/** Field of the call → message; empty unless the list's call was refused for its fields. */
export function filterRefusals(error: Error | null | undefined): FilterRefusals {
  return error instanceof FieldErrors ? error.fields : NO_REFUSALS;
}

/** Whether there is something to correct before the list can be asked for, or exported. */
export function isRefused(error: Error | null | undefined): boolean {
  return error instanceof FieldErrors;
}

export function useFilterRefusal(name: string | undefined): string | undefined {
  const refusals = use(Refusals);
  return name === undefined ? undefined : refusals[name];
}
