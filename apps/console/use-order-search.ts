/** Asks for orders by what is typed, once it may be a number and the typing rests. */
import { useDebouncedValue } from '@mantine/hooks';
import type { OrderRow } from '#features/orders/contract.ts';
import { orderCalls } from '#features/orders/console/calls.ts';
import { useCall } from '#foundation/console/use-call.ts';
import { isOrderNumber } from './search.ts';

const TYPING_MS = 200;
const MOST = 5;
const none: readonly OrderRow[] = [];

export interface OrderSearch {
  readonly found: readonly OrderRow[];
  readonly isSearching: boolean;
  readonly error: Error | null;
  retry(): void;
}

export function useOrderSearch(text: string): OrderSearch {
  const [rested] = useDebouncedValue(text, TYPING_MS);
  const wanted = isOrderNumber(text);
  const isResting = rested === text;
  const { data, error, isFetching, refetch } = useCall(
    orderCalls,
    '/order/list',
    { q: rested, limit: MOST },
    { enabled: wanted && isResting, keepPrevious: false, quiet: true },
  );
  return {
    found: (wanted && isResting && data?.list) || none,
    isSearching: wanted && (!isResting || (isFetching && data === undefined)),
    error: wanted && isResting && !isFetching ? error : null,
    retry: () => void refetch(),
  };
}
