/** Searches orders by the typed text once it could be a number and typing pauses. */
import { useDebouncedValue } from '@mantine/hooks';
import type { OrderRow } from '#features/orders/contract.ts';
import { orderCalls } from '#features/orders/console/calls.ts';
import { FieldErrors } from '#foundation/console/wire/api-errors.ts';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { couldBeOrderNumber } from './search.ts';

const TYPING_MS = 200;
const MAX_FOUND = 5;
const none: readonly OrderRow[] = [];

export interface OrderSearch {
  readonly found: readonly OrderRow[];
  readonly isSearching: boolean;
  readonly error: Error | null;
  /** The server's reason for rejecting the text. */
  readonly refusal: string | undefined;
  retry(): void;
}

export function useOrderSearch(text: string): OrderSearch {
  const [settled] = useDebouncedValue(text, TYPING_MS);
  const wanted = couldBeOrderNumber(text);
  const isSettled = settled === text;
  const { data, error, isFetching, refetch } = useCall(
    orderCalls,
    '/order/list',
    { q: settled, limit: MAX_FOUND },
    { enabled: wanted && isSettled, keepPrevious: false, quiet: true },
  );
  const shownError = wanted && isSettled && !isFetching ? error : null;
  return {
    found: (wanted && isSettled && data?.list) || none,
    isSearching: wanted && (!isSettled || (isFetching && data === undefined)),
    error: shownError instanceof FieldErrors ? null : shownError,
    refusal: shownError instanceof FieldErrors ? (shownError.fields['q'] ?? shownError.message) : undefined,
    retry: () => void refetch(),
  };
}
