/**
 * The address of a page. Usually it is the browser's; a page that is kept hidden behind another tab has its own until
 * it is shown again. All code that reads or changes a page's query uses this.
 */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { createContext, type ReactNode, use, useCallback } from 'react';

export type PageParams = Readonly<Record<string, string>>;

export interface PageAddress {
  readonly params: PageParams;
  change(update: (before: PageParams) => PageParams, how?: { replace?: boolean }): void;
}

const CachedAddress = createContext<PageAddress | undefined>(undefined);

/** Gives the page inside its own address; undefined means the browser's. */
export function CachedPageAddress({ address, children }: { address: PageAddress | undefined; children: ReactNode }) {
  return <CachedAddress value={address}>{children}</CachedAddress>;
}

export function usePageAddress(): PageAddress {
  const stored = use(CachedAddress);
  const params: PageParams = useSearch({ strict: false });
  const navigate = useNavigate();
  const change: PageAddress['change'] = useCallback(
    (update, { replace = false } = {}) => void navigate({ to: '.', search: update, replace, resetScroll: false }),
    [navigate],
  );
  return stored ?? { params, change };
}
