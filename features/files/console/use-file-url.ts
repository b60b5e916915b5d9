/**
 * A stored picture as an address that an `img` takes: read with the token in the header, kept in this page's memory
 * alone.
 */
import { useQuery } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { downloadFile } from '#foundation/console/file-calls.ts';

export interface FileUrl {
  /** Undefined while it is read, and for none. */
  url: string | undefined;
  /** It could not be read; `retry` reads it again. */
  failed: boolean;
  retry: () => void;
}

const NEVER_CHANGES = Number.POSITIVE_INFINITY;
const FORGOTTEN_AFTER_MS = 60_000;

/** `id` of a file; null or empty for none. */
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

/** An address for as long as it is shown. */
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
