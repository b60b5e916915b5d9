/** The channels that an agent's lists can be filtered by: its own. */
import { useMemo } from 'react';
import { channelCalls } from '#features/channels/console/calls.ts';
import { useCall } from '#foundation/console/wire/use-call.ts';

const CHANNELS_FRESH_MS = 5 * 60_000;

/** `chosen` are offered even if they are no longer among them, as an older link can name them. */
export function useChannelOptions(chosen: readonly string[] = []): readonly { value: string; label: string }[] {
  const channels = useCall(channelCalls, '/channel/list', undefined, {
    staleMs: CHANNELS_FRESH_MS,
    quiet: true,
    deferred: true,
  });
  const named = chosen.join();
  return useMemo(() => {
    const known = (channels.data?.list ?? []).map(({ code, name }) => ({ value: code, label: name }));
    const gone = (named === '' ? [] : named.split(',')).filter((code) => !known.some(({ value }) => value === code));
    return [...known, ...gone.map((code) => ({ value: code, label: code }))];
  }, [channels.data, named]);
}
