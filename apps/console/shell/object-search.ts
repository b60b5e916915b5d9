/** What a search of objects finds, by whatever calls: of a member among its own, of an operator among those of all. */
import { useDebouncedValue } from '@mantine/hooks';
import type { ComponentType, ReactNode } from 'react';
import type { Tone } from '#foundation/console/display/StatusBadge.tsx';
import type { Screen } from '#foundation/console/page/screen.ts';
import { FieldErrors } from '#foundation/console/wire/api-errors.ts';
import type { UseCallOptions } from '#foundation/console/wire/use-call.ts';
import type { ObjectKind, ObjectPlace } from './recent-objects.ts';

const TYPING_MS = 200;
/** Of each kind. */
export const MAX_FOUND = 5;
/** A shorter text would find everything. */
export const MIN_NAME_LENGTH = 2;

export interface FoundObject extends ObjectPlace {
  readonly id: string;
  /** The name of its group in the results. */
  readonly kind: ObjectKind | 'card' | 'any_member';
  readonly title: string;
  readonly detail: string;
  readonly amount?: string;
  readonly at?: string;
  readonly badge?: { readonly tone: Tone; readonly text: string };
}

export interface ObjectSearch {
  readonly found: readonly FoundObject[];
  readonly isSearching: boolean;
  /** Why something could not be searched. */
  readonly error: Error | null;
  /** The server's reason for rejecting the text. */
  readonly refusal: string | undefined;
  retry(): void;
}

export interface ObjectsProps {
  text: string;
  /** The screens that the user can open: what is on others is not searched. */
  screens: readonly Screen[];
  children: (objects: ObjectSearch) => ReactNode;
}

/** Searches while the text changes, and renders what it has found. */
export type Objects = ComponentType<ObjectsProps>;

/** The text once typing pauses. */
export function useSettled(text: string): {
  settled: string;
  isSettled: boolean;
  when(wanted: boolean): UseCallOptions;
} {
  const [settled] = useDebouncedValue(text, TYPING_MS);
  const isSettled = settled === text;
  return {
    settled,
    isSettled,
    when: (wanted) => ({ enabled: wanted && isSettled, keepPrevious: false, quiet: true }),
  };
}

interface Search {
  /** Whether the text can be searched for by this call. */
  is: boolean;
  of: { data?: unknown; error: Error | null; isFetching: boolean; refetch(): unknown };
}

/** What is known while the calls are on their way. `found` is not shown before the text has settled. */
export function searchOf(all: readonly Search[], isSettled: boolean, found: readonly FoundObject[]): ObjectSearch {
  const searches = all.filter(({ is }) => is);
  const errors = isSettled ? searches.flatMap(({ of }) => (of.isFetching ? [] : (of.error ?? []))) : [];
  // One reason is enough: all of them read the text in the same way.
  const refusal = errors.find((error) => error instanceof FieldErrors);
  return {
    found: isSettled ? found : [],
    isSearching: searches.some(({ of }) => !isSettled || (of.isFetching && of.data === undefined)),
    error: errors.find((error) => !(error instanceof FieldErrors)) ?? null,
    refusal: refusal instanceof FieldErrors ? (refusal.fields['q'] ?? refusal.message) : undefined,
    retry: () => {
      for (const { of } of searches) if (of.error) void of.refetch();
    },
  };
}

export function rowsOf<Row>(wanted: boolean, answer: { list: readonly Row[] } | undefined): readonly Row[] {
  return (wanted && answer?.list) || [];
}
