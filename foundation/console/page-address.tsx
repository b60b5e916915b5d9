/**
 * The address that a page belongs to. Usually that is the browser's; a page that is kept behind another one has its
 * own, which waits until the page is shown again. Whatever reads or changes a page's query goes through here.
 */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { createContext, type ReactNode, use, useCallback } from 'react';

export type PageParams = Readonly<Record<string, string>>;

export interface PageAddress {
  readonly params: PageParams;
  change(update: (before: PageParams) => PageParams, how?: { replace?: boolean }): void;
}

const KeptAddress = createContext<PageAddress | undefined>(undefined);

/** The address of the page below, while it is not the browser's. */
export function KeptPageAddress({ address, children }: { address: PageAddress | undefined; children: ReactNode }) {
  return <KeptAddress value={address}>{children}</KeptAddress>;
}

export function usePageAddress(): PageAddress {
  const kept = use(KeptAddress);
  const params: PageParams = useSearch({ strict: false });
  const navigate = useNavigate();
  const change: PageAddress['change'] = useCallback(
    (update, { replace = false } = {}) => void navigate({ to: '.', search: update, replace, resetScroll: false }),
    [navigate],
  );
  return kept ?? { params, change };
}
