/** The upstreams and how their statements are read, for filters and forms. */
import { useMemo } from 'react';
import { useCall } from '#foundation/console/wire/use-call.ts';
import type { UpstreamMapping } from '../contract.ts';
import { reconciliationCalls } from './calls.ts';

const NONE: readonly UpstreamMapping[] = [];

export function useUpstreams(): readonly UpstreamMapping[] {
  return useCall(reconciliationCalls, '/operator/reconciliation/mappings', undefined).data?.upstreams ?? NONE;
}

export function useUpstreamOptions(): { value: string; label: string }[] {
  const upstreams = useUpstreams();
  return useMemo(
    () => upstreams.map(({ upstreamId, name }) => ({ value: upstreamId.toString(), label: name })),
    [upstreams],
  );
}

/** The upstream that an address or a field names. */
export function upstreamIdIn(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}
