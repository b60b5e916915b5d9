/**
 * Calls in React: `useCall` reads and caches, `useAction` changes. Cached data is keyed by the call's path, so that a
 * change or a live event can name the calls to refetch.
 */
import {
  keepPreviousData,
  QueryClient,
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useCallback } from 'react';
import type { CallTable, InputOf, OutputOf } from '#foundation/core/calls.ts';
import { CallFailed } from './api-errors.ts';
import { callApi, type CallOptions } from './api.ts';
import { callKey, nullForUndefined, takePrefetched } from './prefetch.ts';
import { afterPaint } from '#foundation/console/display/after-paint.ts';
import type { PathOf, TypedCalls } from './typed-calls.ts';
import { useLanguage } from '#foundation/console/page/words.tsx';

export interface UseCallOptions {
  /** Default true; false does not fetch yet. */
  enabled?: boolean;
  /** Keeps the last data while other input is being fetched (default true). */
  keepPrevious?: boolean;
  /** How long data counts as fresh; default 0. */
  staleMs?: number;
  refetchEveryMs?: number;
  quiet?: boolean;
  /** Fetches after the screen has been painted, for data that the screen can do without at first. */
  deferred?: boolean;
}

/** `const orders = useCall(orderCalls, '/order/list', filter); orders.data?.list`. */
export function useCall<Table extends CallTable, Path extends PathOf<Table>>(
  calls: TypedCalls<Table>,
  path: Path,
  input: InputOf<Table[Path]>,
  options: UseCallOptions = {},
): UseQueryResult<OutputOf<Table[Path]>> {
  const { language } = useLanguage();
  const { enabled = true, keepPrevious = true, staleMs = 0, refetchEveryMs, quiet = false, deferred = false } = options;
  return useQuery<OutputOf<Table[Path]>>({
    queryKey: callKey(path, language, input),
    queryFn: async ({ signal, client, queryKey }) => {
      if (deferred) await afterPaint();
      // A refetch shows no overlay, as the user already sees data.
      const background = quiet || client.getQueryData(queryKey) !== undefined;
      return nullForUndefined(await callApi(calls, path, input, { signal, quiet, background }));
    },
    enabled,
    staleTime: staleMs,
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
    ...(refetchEveryMs === undefined ? {} : { refetchInterval: refetchEveryMs }),
  });
}

export interface UseActionOptions {
  /** Calls to refetch after success: `['/order/list']`. */
  refreshes?: readonly string[];
  quiet?: boolean;
  /** As for `callApi`: a quiet action whose user waits for it says `false`. */
  background?: boolean;
}

/**
 * `const notify = useAction(orderCalls, '/order/notify', { refreshes: ['/order/list'] }); await notify.mutateAsync({
 * systemNo })`.
 */
export function useAction<Table extends CallTable, Path extends PathOf<Table>>(
  calls: TypedCalls<Table>,
  path: Path,
  options: UseActionOptions = {},
): UseMutationResult<OutputOf<Table[Path]>, Error, InputOf<Table[Path]>> {
  const refresh = useRefresh();
  const callOptions: CallOptions = { quiet: options.quiet, background: options.background };
  return useMutation({
    mutationKey: [path],
    mutationFn: (input: InputOf<Table[Path]>) => callApi(calls, path, input, callOptions),
    onSuccess: () => refresh(...(options.refreshes ?? [])),
  });
}

/** Refetches the named calls wherever they are on the screen, or all calls if none are named. */
export function useRefresh(): (...paths: readonly string[]) => Promise<void> {
  const client = useQueryClient();
  return useCallback(
    async (...paths) => {
      if (paths.length === 0) await client.invalidateQueries();
      await Promise.all(paths.map((path) => client.invalidateQueries({ queryKey: [path] })));
    },
    [client],
  );
}

/** How long prefetched data counts as fresh, so that the screen does not fetch it again when it is rendered. */
const PREFETCH_FRESH_MS = 2_000;

/** Retries a query once after a lost connection or HTTP 503, and no other error. Never retries a mutation. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) =>
          failures < 1 && error instanceof CallFailed && (error.status === 0 || error.status === 503),
        refetchOnWindowFocus: true,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  for (const { queryKey, answered, answer } of takePrefetched()) {
    const keep = (data: unknown) => client.setQueryData(queryKey, data, { updatedAt: Date.now() + PREFETCH_FRESH_MS });
    if (answered !== undefined) keep(answered);
    else
      void client
        .prefetchQuery({ queryKey, queryFn: ({ signal }) => answer(signal) })
        .then(() => keep(client.getQueryData(queryKey)));
  }
  return client;
}
