/** The channels that an agent's lists can be filtered by: its own. */
import { useMemo } from 'react';
import { channelCalls } from '#features/channels/console/calls.ts';
import { useCall } from '#foundation/console/wire/use-call.ts';

const CHANNELS_FRESH_MS = 5 * 60_000;

/** `chosen` is offered even if it is no longer one of them, as an older link can name it. */
export function useChannelOptions(chosen: string | undefined): readonly { value: string; label: string }[] {
  const channels = useCall(channelCalls, '/channel/list', undefined, {
    staleMs: CHANNELS_FRESH_MS,
    quiet: true,
    deferred: true,
  });
  return useMemo(() => {
    const known = (channels.data?.list ?? []).map(({ code, name }) => ({ value: code, label: name }));
    return chosen === undefined || known.some(({ value }) => value === chosen)
      ? known
      : [...known, { value: chosen, label: chosen }];
  }, [channels.data, chosen]);
}
