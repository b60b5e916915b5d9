/**
 * Calls inside React: `useCall` reads and keeps, `useAct` changes. What is read is keyed by the call's name, so that a
 * change, or a live event, can say which calls to read anew.
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
import { callKey, kept, takeAhead } from './asked-ahead.ts';
import { painted } from './painted.ts';
import type { PathOf, TypedCalls } from './typed-calls.ts';
import { useLanguage } from './words.tsx';

export interface UseCallOptions {
  /** Default true; false waits. */
  enabled?: boolean;
  /** While other input is being read, the last answer stays (default true). */
  keepPrevious?: boolean;
  /** How long an answer counts as fresh; default 0. */
  staleMs?: number;
  refetchEveryMs?: number;
  quiet?: boolean;
  /** Asked when what is on the screen has been painted: it stands without the answer. */
  late?: boolean;
}

/** `const orders = useCall(orderCalls, '/order/list', filter); orders.data?.list`. */
export function useCall<Table extends CallTable, Path extends PathOf<Table>>(
  calls: TypedCalls<Table>,
  path: Path,
  input: InputOf<Table[Path]>,
  options: UseCallOptions = {},
): UseQueryResult<OutputOf<Table[Path]>> {
  const { language } = useLanguage();
  const { enabled = true, keepPrevious = true, staleMs = 0, refetchEveryMs, quiet = false, late = false } = options;
  return useQuery<OutputOf<Table[Path]>>({
    queryKey: callKey(path, language, input),
    queryFn: async ({ signal, client, queryKey }) => {
      if (late) await painted();
      // Nobody waits for what is there already: reading it again shows no overlay.
      const background = quiet || client.getQueryData(queryKey) !== undefined;
      return kept(await callApi(calls, path, input, { signal, quiet, background }));
    },
    enabled,
    staleTime: staleMs,
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
    ...(refetchEveryMs === undefined ? {} : { refetchInterval: refetchEveryMs }),
  });
}

export interface UseActOptions {
  /** Calls to read anew once the act succeeded: `['/order/list']`. */
  refreshes?: readonly string[];
  quiet?: boolean;
}

/**
 * `const notify = useAct(orderCalls, '/order/notify', { refreshes: ['/order/list'] }); await notify.mutateAsync({
 * systemNo })`.
 */
export function useAct<Table extends CallTable, Path extends PathOf<Table>>(
  calls: TypedCalls<Table>,
  path: Path,
  options: UseActOptions = {},
): UseMutationResult<OutputOf<Table[Path]>, Error, InputOf<Table[Path]>> {
  const refresh = useRefresh();
  const callOptions: CallOptions = { quiet: options.quiet };
  return useMutation({
    mutationKey: [path],
    mutationFn: (input: InputOf<Table[Path]>) => callApi(calls, path, input, callOptions),
    onSuccess: () => refresh(...(options.refreshes ?? [])),
  });
}

/** Reads the named calls anew wherever they are on the screen; without names, all of them. */
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

/** As long as this an answer that came ahead counts as fresh: the screen that it is for is about to stand. */
const AHEAD_FRESH_MS = 2_000;

/** A lost connection is tried once more; an answer is an answer. Acts are never repeated by themselves. */
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
  for (const { queryKey, answered, answer } of takeAhead()) {
    const keep = (came: unknown) => client.setQueryData(queryKey, came, { updatedAt: Date.now() + AHEAD_FRESH_MS });
    if (answered !== undefined) keep(answered);
    else
      void client
        .prefetchQuery({ queryKey, queryFn: ({ signal }) => answer(signal) })
        .then(() => keep(client.getQueryData(queryKey)));
  }
  return client;
}
