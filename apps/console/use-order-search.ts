/** Asks for orders by what is typed, once it may be a number and the typing rests. */
import { useDebouncedValue } from '@mantine/hooks';
import type { OrderRow } from '#features/orders/contract.ts';
import { orderCalls } from '#features/orders/console/calls.ts';
import { FieldErrors } from '#foundation/console/api-errors.ts';
import { useCall } from '#foundation/console/use-call.ts';
import { mayBeOrderNumber } from './search.ts';

const TYPING_MS = 200;
const MOST = 5;
const none: readonly OrderRow[] = [];

export interface OrderSearch {
  readonly found: readonly OrderRow[];
  readonly isSearching: boolean;
  readonly error: Error | null;
  /** What the server says is wrong with the text. */
  readonly refusal: string | undefined;
  retry(): void;
}

export function useOrderSearch(text: string): OrderSearch {
  const [rested] = useDebouncedValue(text, TYPING_MS);
  const wanted = mayBeOrderNumber(text);
  const isResting = rested === text;
  const { data, error, isFetching, refetch } = useCall(
    orderCalls,
    '/order/list',
    { q: rested, limit: MOST },
    { enabled: wanted && isResting, keepPrevious: false, quiet: true },
  );
  const told = wanted && isResting && !isFetching ? error : null;
  return {
    found: (wanted && isResting && data?.list) || none,
    isSearching: wanted && (!isResting || (isFetching && data === undefined)),
    error: told instanceof FieldErrors ? null : told,
    refusal: told instanceof FieldErrors ? (told.fields['q'] ?? told.message) : undefined,
    retry: () => void refetch(),
  };
}
