/**
 * Loads a stored picture and returns an address for an `img`. It is read with the token in the header and kept only in
 * this page's memory.
 */
import { useQuery } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { downloadFile } from '#foundation/console/wire/file-calls.ts';

export interface FileUrl {
  /** Undefined during loading and if there is no picture. */
  url: string | undefined;
  /** Loading failed; `retry` loads it again. */
  failed: boolean;
  retry: () => void;
}

const NEVER_CHANGES = Number.POSITIVE_INFINITY;
const FORGOTTEN_AFTER_MS = 60_000;

/** `id` is a file's id; null or empty if there is no picture. */
export function useFileUrl(id: string | null | undefined): FileUrl {
  const wanted = id ?? '';
  const { data, isError, refetch } = useQuery({
    queryKey: ['/user/file/:id', wanted],
    queryFn: ({ signal }) => downloadFile(`/user/file/${encodeURIComponent(wanted)}`, signal),
    enabled: wanted !== '',
    staleTime: NEVER_CHANGES,
    gcTime: FORGOTTEN_AFTER_MS,
    refetchOnWindowFocus: false,
  });
  return {
    url: useBlobUrl(wanted === '' ? undefined : data),
    failed: isError && wanted !== '',
    retry: () => void refetch(),
  };
}

/** The blob's address; it is revoked when no component uses it. */
export function useBlobUrl(blob: Blob | undefined): string | undefined {
  const address = useMemo(() => addressOf(blob), [blob]);
  return useSyncExternalStore(address.follow, address.get);
}

function addressOf(blob: Blob | undefined) {
  let url: string | undefined;
  return {
    get: () => url,
    follow() {
      const mine = blob && URL.createObjectURL(blob);
      url = mine;
      return () => {
        if (mine !== undefined) URL.revokeObjectURL(mine);
        url = undefined;
      };
    },
  };
}
